// Read aloud with a voice of the device (Web Speech), if it has one for the language of the page.

const find_voice = () => (window.speechSynthesis?.getVoices() ?? []).find((voice) => voice.lang.slice(0, 2).toLowerCase() === root.lang);
const reads_aloud = () => root.dataset.aloud === "on" && Boolean(find_voice());

const show_voice = () => root.classList.toggle("voiced", Boolean(find_voice()));
window.speechSynthesis?.addEventListener?.("voiceschanged", show_voice); // voices may be loaded late

let utterance = null; // kept, or some browsers forget it and its end is never reported

// Resolve when the words are read, or the signal stops it.
const speak = (words, signal) => new Promise((done) => {
  const voice = find_voice();
  if (!voice || signal.aborted) { done(); return; }
  utterance = new SpeechSynthesisUtterance(words);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.onend = utterance.onerror = done;
  signal.addEventListener("abort", () => { speechSynthesis.cancel(); done(); });
  speechSynthesis.speak(utterance);
});
