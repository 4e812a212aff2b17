// The import form: drops, the list of chosen files, their bounds, examples, and one send a click.
// Without this script the form works: it is a labelled file input and a text box.
(() => {
  const UNITS = ["bytes", "KB", "MB", "GB"];

  function size(bytes) {
    let unit = 0;
    while (bytes >= 1024 && unit < UNITS.length - 1) {
      bytes /= 1024;
      unit += 1;
    }
    return `${unit === 0 ? bytes : bytes.toFixed(1)} ${UNITS[unit]}`;
  }

  function total(files) {
    return files.reduce((sum, file) => sum + file.size, 0);
  }

  function problem(form, files) {
    const { maxBytes, maxFiles } = form.dataset;
    if (files.length > Number(maxFiles)) {
      return `These are ${files.length} files, and the site takes ${maxFiles} at once. Put them into one ZIP file.`;
    }
    if (total(files) > Number(maxBytes)) {
      return `These files have ${size(total(files))}, and the site takes ${size(Number(maxBytes))} at once. Send them in parts, or pack them as ZIP or gzip.`;
    }
    return "";
  }

  function show(form) {
    const files = [...form.elements.upload.files];
    const list = form.querySelector("[data-chosen-list]");
    list.replaceChildren(...files.slice(0, 8).map((file) => {
      const item = document.createElement("li");
      const name = document.createElement("span");
      name.textContent = file.name;
      const bytes = document.createElement("span");
      bytes.className = "muted";
      bytes.textContent = size(file.size);
      item.append(name, bytes);
      return item;
    }));
    const more = files.length > 8 ? ` (${files.length - 8} more than listed)` : "";
    const word = files.length === 1 ? "file" : "files";
    form.querySelector("[data-chosen-sum]").textContent =
      `${files.length} ${word}, ${size(total(files))}${more}`;
    form.querySelector("[data-chosen]").hidden = files.length === 0;
    const error = form.querySelector("[data-drop-error]");
    error.textContent = problem(form, files);
    error.hidden = error.textContent === "";
  }

  // Dropping adds to what was chosen before; a file dropped twice counts once.
  function add(form, dropped) {
    const input = form.elements.upload;
    const chosen = new DataTransfer();
    const seen = new Set();
    for (const file of [...input.files, ...dropped]) {
      const mark = `${file.name}/${file.size}/${file.lastModified}`;
      if (!seen.has(mark)) chosen.items.add(file);
      seen.add(mark);
    }
    input.files = chosen.files;
    show(form);
  }

  function prepareDrops(form) {
    const zone = form.querySelector("[data-drop]");
    form.querySelector("[data-drop-hint]").hidden = false;
    // Files dropped beside the zone would leave the page: so the whole page is the zone.
    document.addEventListener("dragover", (event) => {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      zone.classList.add("over");
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) zone.classList.remove("over");
    });
    document.addEventListener("drop", (event) => {
      zone.classList.remove("over");
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      add(form, event.dataTransfer.files);
    });
  }

  function prepare(form) {
    if (form.dataset.ready) return;
    form.dataset.ready = "yes";
    const submit = form.querySelector("[data-submit]");
    prepareDrops(form);
    form.elements.upload.addEventListener("change", () => show(form));
    form.querySelector("[data-chosen-clear]").addEventListener("click", () => {
      form.elements.upload.value = "";
      show(form);
      form.elements.upload.focus();
    });
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent || problem(form, [...form.elements.upload.files])) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = "yes";
      submit.setAttribute("aria-disabled", "true");
      submit.textContent = "Sending…";
    });
    // Coming back by the browser's Back button: the form may be sent again.
    window.addEventListener("pageshow", () => {
      delete form.dataset.sent;
      submit.removeAttribute("aria-disabled");
      submit.textContent = "Import";
      show(form);
    });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-example]");
    const box = document.getElementById("id_text");
    if (!link || !box) return;
    // What a person typed is not written over: then the example opens in a page of its own.
    const examples = [...document.querySelectorAll("[data-example]")].map((one) => one.dataset.example);
    link.target = box.value.trim() && !examples.includes(box.value) ? "_blank" : "";
    if (link.target) return;
    event.preventDefault();
    box.value = link.dataset.example;
    box.focus();
    box.scrollTop = 0;
  });

  for (const form of document.querySelectorAll("[data-upload]")) prepare(form);
})();
