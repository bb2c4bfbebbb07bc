// Contents, search and copy buttons of the site. All that they need lies beside this file, so that
// the site can also be opened from a disc.
(() => {
  const root = document.currentScript.dataset.root;
  const make = (name, fields, ...children) => {
    const element = Object.assign(document.createElement(name), fields);
    element.append(...children);
    return element;
  };

  const listContents = (nav) => {
    const headings = [...document.querySelectorAll("main h2, main h3")].filter((heading) =>
      !heading.hasAttribute("data-toc-skip") && !heading.closest(".page-header"));
    const items = headings.map((heading, i) => {
      const section = heading.closest(".section[id]");
      const id = heading.id || section?.id || (heading.id = `part-${i + 1}`);
      const text = heading.textContent.trim();
      return make("li", { className: `level-${heading.tagName[1]}` },
        make("a", { href: `#${id}`, textContent: text }));
    });
    nav.append(make("ul", {}, ...items));
  };

  // pages.js is search.json as a script, since a browser fetches no file from a disc.
  let index;
  const load = () => {
    index ??= new Promise((resolve) => {
      const onload = () => resolve(window.sitePages);
      document.head.append(make("script", { src: `${root}pages.js`, onload }));
    });
    return index;
  };

  const fileOf = (entry) => entry.path.replace(/^.*\/|[.]html$/g, "");
  const nameOf = (entry) => entry.what || entry.title || fileOf(entry);

  // The file, which is named after a function, and the heading count most, then the text. Every
  // word must occur.
  const score = (entry, query) => {
    let sum = 0;
    for (const word of query) {
      const weight = [[fileOf(entry), 40], [nameOf(entry), 20], [entry.text, 1], [entry.code, 1]]
        .find(([text]) => String(text ?? "").toLowerCase().includes(word));
      if (!weight) return 0;
      sum += weight[1];
    }
    return sum;
  };
  const find = async (text) => {
    const query = text.toLowerCase().split(/[^\p{L}\p{N}_.]+/u).filter(Boolean);
    if (query.length === 0) return [];
    const judge = (entry) =>
      ({ entry, score: score(entry, query), length: nameOf(entry).length });
    return (await load()).filter((entry) => typeof entry.path === "string").map(judge)
      .filter((hit) => hit.score > 0)
      .sort((a, b) => b.score - a.score || a.length - b.length)
      .slice(0, 12).map((hit) => hit.entry);
  };

  const setUpSearch = (input) => {
    const form = input.closest("form");
    const list = make("ul", { className: "hits", hidden: true });
    form.style.position = "relative";
    form.append(list);
    const show = async () => {
      const hits = await find(input.value);
      list.replaceChildren(...hits.map((hit) => make("li", {},
        make("a", { href: `${root}${hit.path.replace(/^\//, "")}${hit.id ? `#${hit.id}` : ""}` },
          make("b", { textContent: nameOf(hit) }),
          make("span", { textContent: hit.previous_headings || hit.path.replace(/^\//, "") })))));
      list.hidden = hits.length === 0;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    input.addEventListener("input", show);
    input.addEventListener("focus", show);
    document.addEventListener("click", (event) => {
      if (!form.contains(event.target)) list.hidden = true;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") list.hidden = true;
    });
  };

  const setUpCopying = (block) => {
    const button = make("button", { className: "copy", type: "button", textContent: "Copy" });
    button.addEventListener("click", async () => {
      const lines = block.querySelector("pre").textContent.split("\n");
      const code = lines.filter((line) => !line.startsWith("#>"));
      await navigator.clipboard.writeText(code.join("\n"));
      button.textContent = "Copied";
    });
    block.append(button);
  };

  const toc = document.querySelector("#toc");
  if (toc) listContents(toc);
  const input = document.querySelector("#search-input");
  if (input) setUpSearch(input);
  if (navigator.clipboard) {
    for (const block of document.querySelectorAll("div.sourceCode")) setUpCopying(block);
  }
})();
