// Set language and theme of the loading page before it is painted: those of the last visit, or the browser's.
(() => {
  const root = document.documentElement, shell = document.getElementById("loading");
  const home = new URL("..", document.currentScript.src).pathname; // the folder of the site
  root.dataset.offline = home;
  let last = {};
  try { last = JSON.parse(localStorage[`shell${home}`] ?? "{}"); } catch { /* storage is blocked */ }
  const spoken = [...shell.querySelectorAll("[data-lang]")].map((one) => one.dataset.lang);
  const lang = [last.lang, ...navigator.languages.map((one) => one.slice(0, 2).toLowerCase())].find((one) => spoken.includes(one)) ?? "en";
  root.lang = lang;
  document.querySelector('link[rel="manifest"]').href = `${home}manifest.${lang}.webmanifest`;
  if (last.theme) root.dataset.theme = last.theme;
  if (navigator.serviceWorker?.controller) shell.dataset.now = "wake"; // all files are cached
  for (const one of shell.querySelectorAll("[data-lang]")) one.hidden = one.dataset.lang !== lang;
})();
