"""Measure faults in the layout of a page in the browser."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Locator, Page

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
  // keys: what is tapped, and the cells of a form
  const name = (one) => [one.tagName.toLowerCase(), ...one.classList].join(".") + " " + said(one);
  const style_of = (one) => getComputedStyle(one);
  const placed = (one) => ["absolute", "fixed", "sticky"].includes(style_of(one).position);
  const tapped = "main :is(button, summary, label, a.b, input:not([type=hidden]), .th-cells > i), .bar :is(button, a)";
  const keys = [...document.querySelectorAll(tapped)]
    .filter((one) => seen(one) && !one.closest("svg") && style_of(one).opacity !== "0");
  // each is inside all that surrounds it
  for (const one of keys) {
    const box = one.getBoundingClientRect();
    if (placed(one) || style_of(one).display === "inline") continue;
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
      const style = style_of(around), frame = around.getBoundingClientRect();
      if (["contents", "inline"].includes(style.display) || frame.width === 0) continue;
      if (style.overflowX !== "visible" || placed(around)) break;
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1) {
        found.push(`outside ${name(around).split(" ")[0]}: ${name(one)}`);
        break;
      }
    }
  }
  // words are inside what frames them
  const frame_of = (one) => {
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const style = style_of(up);
      if (style.overflowX !== "visible" || style.clipPath !== "none") return null;
      if (style.display === "inline") continue;
      if (parseFloat(style.borderTopWidth) > 0 || style.backgroundColor !== "rgba(0, 0, 0, 0)") return up;
    }
    return null;
  };
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const one = node.parentElement;
    if (!node.textContent.trim() || one.closest("svg, script, style, textarea, .unseen") || !seen(one)) continue;
    const frame = placed(one) || style_of(one).opacity === "0" ? null : frame_of(one);
    if (!frame) continue;
    const range = document.createRange(), box = frame.getBoundingClientRect();
    range.selectNodeContents(node);
    const words = range.getBoundingClientRect();
    const sideways = words.left < box.left - 1 || words.right > box.right + 1;
    if (sideways || words.bottom > box.bottom + 2 || words.top < box.top - 2)
      found.push(`words outside ${name(frame)}`);
  }
  // neighbours do not cover each other
  for (const around of new Set(keys.filter((one) => !placed(one)).map((one) => one.parentElement))) {
    const beside = [...around.children]
      .filter((one) => seen(one) && !placed(one) && style_of(one).display !== "inline");
    const boxes = beside.map((one) => one.getBoundingClientRect());
    boxes.forEach((a, first) => boxes.slice(first + 1).forEach((b, more) => {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1.5 && high > 1.5)
        found.push(`covers its neighbour: ${name(beside[first])} and ${name(beside[first + 1 + more])}`);
    }));
  }
  const stage = document.querySelector("#stage");
  if (stage && seen(stage) && stage.getBoundingClientRect().height > 2.6 * parseFloat(style_of(stage).fontSize))
    found.push(`a header of three lines: ${said(stage)}`);
  // scrolled to the end, nothing is under the bar
  const bar = document.querySelector("#bar"), before = scrollY;
  if (bar && ["fixed", "sticky"].includes(style_of(bar).position)) {
    const held = (one) => {
      for (let up = one.parentElement; up; up = up.parentElement) if (style_of(up).overflowY !== "visible") return up;
      return one;
    };
    scrollTo(0, document.scrollingElement.scrollHeight);
    const over = bar.getBoundingClientRect();
    for (const one of keys.filter((key) => !bar.contains(key))) {
      const box = held(one).getBoundingClientRect();
      if (box.bottom > over.top + 1 && box.right > over.left + 1 && box.left < over.right - 1)
        found.push(`under the bar: ${name(one)}`);
    }
    scrollTo(0, before);
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


ENTERED = 12  # parts of a component that are filled in

# The kind of a panel: what can be entered in it.
PANEL_KIND = """panel => [...panel.querySelectorAll("[data-add], [data-option]")]
  .map((one) => one.dataset.add ?? one.dataset.option).join() || panel.className"""


def walk_form(page: Page) -> Iterator[str]:
    """Yield a name for each state of a form: as it is opened, each kind of panel, each group of effects, each tab of
    the board editor; then with the longest words entered."""
    page.locator("html.scripted").wait_for(state="attached")
    yield "opened"
    page.evaluate("document.querySelectorAll('main form details').forEach((one) => { one.open = true; })")
    kinds: set[str] = set()
    entered = 0
    for part in page.locator("[data-thing] [data-part]").all():
        name = part.get_attribute("data-part")
        panel = page.locator(f'[data-panel="{name}"]')
        kind = panel.evaluate(PANEL_KIND)
        if part.is_visible() and part.get_attribute("data-toggle") is None:
            if kind in kinds and entered >= ENTERED:
                continue
            part.click()
            if kind not in kinds:
                kinds.add(kind)
                yield f"panel {name}"
                for stem in page.locator(".th-panel.sel ~ .composer [data-stem]:visible").all():
                    stem.click()
                    yield f"panel {name}, {stem.get_attribute('data-stem')}"
            entered += 1
            if entered <= ENTERED:
                _enter_longest(page, panel)
        elif part.is_visible():
            part.click()
    if kinds:
        yield "filled in"
    for slot, tab in enumerate(page.locator(".sheet-tabs > button").all(), 1):
        tab.click()
        for number, group in enumerate(page.locator(".chip-tabs > button:visible").all()):
            group.click()
            yield f"slot {slot}, keys {number}"
            chips = page.locator(".chip-row .chip:visible:not([data-typed])").all()
            for chip in sorted(chips, key=lambda one: -len(one.inner_text()))[:3]:
                chip.click()
        yield f"slot {slot} filled in"
    for key in page.locator("[data-criterion]:enabled:visible").all()[:1]:
        key.click()
        yield "narrowed"


def _enter_longest(page: Page, panel: Locator) -> None:
    """Enter the option with the longest words; of a list, two."""
    keys = panel.locator("[data-add]:enabled:visible, label:has(input[type=radio]):visible").all()
    if keys:
        max(keys, key=lambda one: len(one.inner_text())).click()
        return
    stems = page.locator(".composer [data-stem]:visible").all()
    for stem in sorted(stems, key=lambda one: -len(one.inner_text()))[:2]:
        stem.click()
        amounts = page.locator(f'[data-amounts="{stem.get_attribute("data-stem")}"] [data-add]').all()
        max(amounts, key=lambda one: len(one.inner_text())).click()
