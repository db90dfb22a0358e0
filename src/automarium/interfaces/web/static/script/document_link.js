// A link to a document carries it after "#", which is not sent by itself: submit it.

function open_document_link() {
  const form = document.querySelector("form[data-document]");
  const code = location.hash.slice(1);
  if (!form || !code) return;
  form.elements.code.value = code;
  history.replaceState(history.state, "", location.pathname);
  form.requestSubmit();
}
