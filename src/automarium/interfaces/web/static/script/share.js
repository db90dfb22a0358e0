// Sharing a result. The picture is a drawing of the server's; a canvas makes a PNG of it here, so that the page's policy
// need not allow anything else. It is made when the page is shown: a phone opens its share sheet only at once after a tap.

let result_file = null, result_url = "";

async function prepare_result() {
  result_file = null;
  URL.revokeObjectURL(result_url);
  const section = document.querySelector("[data-picture]");
  if (!section) return;
  const { picture, file } = section.dataset, width = Number(section.dataset.width), height = Number(section.dataset.height);
  const button = section.querySelector("[data-send]");
  button.hidden = !navigator.share;
  const image = new Image(width, height);
  image.src = picture;
  try { await image.decode(); } catch { return; } // the drawing itself is still there to be saved
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!png || section.dataset.picture !== picture || !section.isConnected) return;
  result_file = new File([png], file, { type: "image/png" });
  result_url = URL.createObjectURL(png);
  const link = section.querySelector("a[download]");
  link.href = result_url;
  link.download = file;
  section.dataset.ready = file;
}

function send_result(button) {
  const text = document.getElementById(button.dataset.send).value, files = result_file ? [result_file] : [];
  const can = files.length && navigator.canShare?.({ files, text });
  navigator.share(can ? { files, text } : { text }).catch(() => {}); // closed without sending
}
