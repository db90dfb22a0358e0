// An address that the host does not know: the site begins one folder above this script, and its shell finds the page by itself.
// Of several sites in each other's folders the nearest is meant.
(() => {
  const root = new URL("..", document.currentScript.src).href;
  if (window.found) return;
  window.found = true;
  location.replace(`${root}#/${location.href.slice(root.length)}`);
})();
