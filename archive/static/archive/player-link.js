// The address carries the ply (#17): it is opened there, kept up to date, and can be copied.

const root = document.querySelector("[data-player]");
const copy = root.querySelector("[data-copy]");
const copied = root.querySelector("[data-copied]");
const picture = document.querySelector("[data-picture]");
const WRITE_AFTER_MS = 120; // browsers refuse an address that changes too often
let timer = 0;

function address(ply, path = location.pathname) {
  return `${location.origin}${path}#${ply}`;
}

function asked() {
  const found = /^#(\d{1,8})$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}

function open() {
  const ply = asked();
  if (ply === null || ply === Number(root.dataset.ply)) return;
  root.dispatchEvent(new CustomEvent("player:go", { detail: { ply } }));
}

root.addEventListener("player:at", ({ detail: { ply } }) => {
  clearTimeout(timer);
  timer = setTimeout(() => history.replaceState(null, "", address(ply)), WRITE_AFTER_MS);
  if (picture) picture.href = picture.href.replace(/\d+\.svg$/, `${ply}.svg`);
});
window.addEventListener("hashchange", open);

copy.addEventListener("click", async () => {
  const link = address(root.dataset.ply, root.dataset.page); // in a frame, the page of the record
  try {
    await navigator.clipboard.writeText(link);
    copied.textContent = "Link copied";
  } catch {
    copied.textContent = link; // where the clipboard is closed, the link can be taken by hand
  }
  setTimeout(() => (copied.textContent = ""), 4000);
});
root.addEventListener("player:lost", () => {
  copied.textContent = "The positions could not be read: try again.";
});

open();
