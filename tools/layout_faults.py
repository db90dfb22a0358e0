"""Measure faults in the layout of a page in the browser."""

from __future__ import annotations

from playwright.sync_api import Page

LEAST = 12  # smallest letter on a phone, in pixels
SMALLEST = "px in a picture"  # marks a fault in a drawing

# Sets the text size, as a user does in the browser.
SET_FONT_SIZE = "percent => { document.documentElement.style.fontSize = `${percent}%`; }"

FAULTS = """least => {
  const found = [];
  const said = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40);
  const seen = (one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && !one.closest(".unseen, .skip, details:not([open]) > :not(summary)")
      && getComputedStyle(one).clipPath === "none";
  };
  const wide = document.scrollingElement.scrollWidth;
  if (wide > innerWidth) {
    const past = [...document.querySelectorAll("main *, .bar *, .top *")]
      .filter((one) => seen(one) && !one.closest("svg *") && one.getBoundingClientRect().right > innerWidth + 1);
    const named = past.slice(0, 4).map((one) => `${one.tagName}.${one.getAttribute("class")} ${said(one)}`);
    found.push(`scrolls sideways, ${wide} of ${innerWidth}: ${named.join(" | ")}`);
  }
  for (const one of document.querySelectorAll("main svg text")) {
    if (!seen(one) || !said(one) || one.closest(".small") || getComputedStyle(one).opacity === "0") continue;
    const turned = one.getScreenCTM();
    const size = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(turned.c, turned.d);
    if (size < least - 0.05) found.push(`letters of ${size.toFixed(1)} px in a picture: ${said(one)}`);
  }
  for (const one of document.querySelectorAll("main *, .bar *, .top *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !seen(one) || one.closest("svg")) continue;
    const style = getComputedStyle(one), size = parseFloat(style.fontSize);
    if (size > 0 && size < least - 0.05) found.push(`letters of ${size.toFixed(1)} px: ${said(one)}`);
    if (style.overflowX !== "visible" && style.clipPath === "none" && one.scrollWidth > one.clientWidth + 1)
      found.push(`cut off: ${said(one)}`);
  }
  // a word that is torn apart has boxes on two lines
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.textContent.trim() || one.closest("svg, script, style, input, textarea, .link") || !seen(one)) continue;
    for (const word of node.textContent.matchAll(/\\p{L}{2,}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      const lines = new Set(boxes.map((box) => Math.round(box.top)));
      if (lines.size > 1) found.push(`broken word: ${word[0]} in ${said(one)}`);
    }
  }
  // in the pseudo-language every vowel of a message has an accent (tools/pseudo_language.py)
  if (document.documentElement.lang === "qps") {
    const elsewhere = "script, style, textarea, [lang]:not(html), code, pre";
    const note = (text, where) => {
      const words = text.replace(/https?:\\S+|\\S*[/@_=]\\S*/g, "").match(/[A-Za-z]*[aeiou][A-Za-z]*/g) ?? [];
      const plain = words.filter((word) => word.length > 2).slice(0, 8);
      if (plain.length) found.push(`not translated: ${plain.join(" ")} in ${where}`);
    };
    for (const one of document.querySelectorAll("body *")) {
      if (one.closest(elsewhere)) continue;
      const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent).join(" ");
      note(own, said(one));
      for (const name of ["aria-label", "title", "alt", "placeholder"])
        note(one.getAttribute(name) ?? "", `${name} of ${one.tagName}`);
      const { display, overflowY } = getComputedStyle(one);
      if (own.trim().length < 5 || !seen(one) || display === "inline" || one.closest("svg")) continue;
      const out = one.scrollWidth - one.clientWidth;
      if (out > 2) found.push(`sticks out by ${out} px: ${said(one)}`);
      if (overflowY !== "visible" && one.scrollHeight > one.clientHeight + 3) found.push(`cut off below: ${said(one)}`);
    }
  }
  return found;
}"""


def find_faults(page: Page) -> list[str]:
    """Return the faults of a page, a line each, without repetitions."""
    found: list[str] = page.evaluate(FAULTS, LEAST)
    return list(dict.fromkeys(found))
