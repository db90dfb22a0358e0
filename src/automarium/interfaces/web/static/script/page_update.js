// One page becomes the next. Of a game's table most stays as it is, above all the board: what is equal is left alone, so that the
// browser need not style it, lay it out and paint it again.

// What a person has entered does not show in the markup, and what is under way for a form must not meet the next one: they come fresh.
const ENTERED = "input:not([type=hidden]), select, textarea", FRESH = `form, ${ENTERED}`;
const is_equal = (old, now) => old.isEqualNode(now) && !old.querySelector?.(ENTERED) && !old.matches?.(ENTERED);

// What an element stands for among its neighbours. A link on the board stands for the place in it.
const place_in = (link) => (link.localName === "a" && link.ownerSVGElement && link.firstElementChild) || null;
const key_of = ({ id, dataset: { place, side, line }, classList }) => id || (place ?? line ?? classList[0]) + (side ?? "");
const is_one = (old, now) => old.nodeName === now.nodeName && (!now.dataset || key_of(place_in(old) ?? old) === key_of(place_in(now) ?? now));
const is_alike = (old, now) => (is_one(old, now) ? !now.matches?.(FRESH) || is_equal(old, now) : is_idle(old, now));

// A link on the board that goes or comes has the browser style anew whatever is in it: where a place leads nowhere for now, the link
// stays and sleeps.
const is_idle = (old, now) => old.dataset && now.dataset?.place && place_in(old) && is_one(place_in(old), now);

function become(old, now) {
  if (is_equal(old, now)) return;
  if (!now.dataset) { old.data = now.data; return; }
  if (!is_one(old, now)) { old.dataset.idle = ""; become(place_in(old), now); return; }
  for (const name of new Set([...old.getAttributeNames(), ...now.getAttributeNames()])) become_in(name, old, now);
  become_inside(old, now);
}

// An attribute that is written anew, even with what it says already, has the browser look at every style that may hang on it.
function become_in(name, old, now) {
  if (!now.hasAttribute(name)) old.removeAttribute(name);
  else if (old.getAttribute(name) !== now.getAttribute(name)) old.setAttribute(name, now.getAttribute(name));
}

function become_inside(old, now) {
  let next = old.firstChild;
  for (const child of [...now.childNodes]) {
    if (next && is_equal(next, child)) { next = next.nextSibling; continue; }
    let same = next;
    while (same && !is_alike(same, child)) same = same.nextSibling;
    if (!same) { old.insertBefore(child, next); continue; }
    while (next !== same) next = removed(next);
    next = same.nextSibling;
    become(same, child);
  }
  while (next) next = removed(next);
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
