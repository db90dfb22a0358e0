// Redirect an address that the host does not know to the loading page, one folder above this script. Of nested sites the
// nearest is used.
(() => {
  const root = new URL("..", document.currentScript.src).href;
  if (window.found) return;
  window.found = true;
  location.replace(`${root}#/${location.href.slice(root.length)}`);
})();
