// Parts of a page that do not come: without a word, a click would seem to do nothing.
(() => {
  const OUT = "The site does not answer just now. What you see is as it was; try again in a minute.";
  const OFTEN = "That was more than the site answers at once. Try again in a minute.";

  function note() {
    let found = document.querySelector("[data-trouble]");
    if (!found) {
      found = document.createElement("p");
      found.className = "note bad trouble";
      found.dataset.trouble = "";
      found.setAttribute("role", "alert");
      found.hidden = true;
      document.body.append(found);
    }
    return found;
  }

  function show(words) {
    const shown = note();
    if (!shown.hidden && shown.textContent === words) return;  // said once, not with each try
    shown.textContent = words;
    shown.hidden = false;
  }

  document.addEventListener("htmx:sendError", () => show(OUT));
  document.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    if (status >= 500) show(OUT);
    if (status === 429) show(OFTEN);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) note().hidden = true;
  });
})();
