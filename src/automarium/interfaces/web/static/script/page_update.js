// Update the page in place. Equal nodes, above all the board, are kept, so that the browser need not style and paint them
// again.

// Entered values are not in the markup, and a pending preview must not meet the next form: forms and fields are replaced.
const ENTERED = "input:not([type=hidden]), select, textarea", FRESH = `form, ${ENTERED}`;
const is_equal = (old, now) => old.isEqualNode(now) && !old.querySelector?.(ENTERED) && !old.matches?.(ENTERED);

// The identity of an element among its siblings. A link on the board is identified by the place in it.
const place_in = (link) => (link.localName === "a" && link.ownerSVGElement && link.firstElementChild) || null;
const key_of = ({ id, dataset: { place, side, line }, classList }) => id || (place ?? line ?? classList[0]) + (side ?? "");
const is_same = (old, now) => old.nodeName === now.nodeName && (!now.dataset || key_of(place_in(old) ?? old) === key_of(place_in(now) ?? now));
const can_become = (old, now) => (is_same(old, now) ? !now.matches?.(FRESH) || is_equal(old, now) : is_idle_link(old, now));

// Adding or removing a link on the board forces the browser to restyle its content: a link without a target is kept and
// marked as idle.
const is_idle_link = (old, now) => old.dataset && now.dataset?.place && place_in(old) && is_same(place_in(old), now);

function update_node(old, now) {
  if (is_equal(old, now)) return;
  if (!now.dataset) { old.data = now.data; return; }
  if (!is_same(old, now)) { old.dataset.idle = ""; update_node(place_in(old), now); return; }
  for (const name of new Set([...old.getAttributeNames(), ...now.getAttributeNames()])) update_attribute(name, old, now);
  update_children(old, now);
}

// Writing an attribute, even with its old value, triggers style recalculation: write changes only.
function update_attribute(name, old, now) {
  if (!now.hasAttribute(name)) old.removeAttribute(name);
  else if (old.getAttribute(name) !== now.getAttribute(name)) old.setAttribute(name, now.getAttribute(name));
}

function update_children(old, now) {
  let next = old.firstChild;
  for (const child of [...now.childNodes]) {
    if (next && is_equal(next, child)) { next = next.nextSibling; continue; }
    let same = next;
    while (same && !can_become(same, child)) same = same.nextSibling;
    if (!same) { old.insertBefore(child, next); continue; }
    while (next !== same) next = remove_node(next);
    next = same.nextSibling;
    update_node(same, child);
  }
  while (next) next = remove_node(next);
}

function remove_node(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
