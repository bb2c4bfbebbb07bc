// Search, keyboard and copy buttons of the site. Everything is in the files beside this one.
(() => {
  const root = document.currentScript.dataset.root;

  const words = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_.]+/u).filter(Boolean);

  // The title counts most, then headings, then the text. Every word must occur.
  const judge = (entry, query) => {
    let score = 0;
    for (const word of query) {
      const title = entry.title.toLowerCase(), heads = entry.headings.join(" ").toLowerCase();
      if (title.includes(word)) score += title.startsWith(word) ? 40 : 20;
      else if (heads.includes(word)) score += 8;
      else if (entry.text.toLowerCase().includes(word)) score += 1;
      else return 0;
    }
    return score;
  };

  const find = (text) => {
    const query = words(text);
    if (query.length === 0) return [];
    return window.siteIndex
      .map((entry) => ({ entry, score: judge(entry, query) }))
      .filter((hit) => hit.score > 0)
      .sort((a, b) => b.score - a.score || a.entry.title.localeCompare(b.entry.title))
      .slice(0, 12)
      .map(({ entry }) => {
        const heading = entry.headings.findIndex((h) => query.every((w) => h.toLowerCase().includes(w)));
        const place = entry.text.toLowerCase().indexOf(query[0]);
        return {
          href: root + entry.page + (heading >= 0 ? entry.anchors[heading] : ""),
          title: entry.title,
          note: heading >= 0 ? entry.headings[heading]
            : entry.text.slice(Math.max(0, place - 40), Math.max(0, place - 40) + 110),
        };
      });
  };

  const setUpSearch = (input) => {
    const list = document.createElement("ul");
    list.className = "site-hits";
    list.setAttribute("role", "listbox");
    list.hidden = true;
    input.closest("form").style.position = "relative";
    input.closest("form").append(list);
    input.closest("form").addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    const show = () => {
      list.replaceChildren(...find(input.value).map((hit) => {
        const item = document.createElement("li"), link = document.createElement("a");
        const title = document.createElement("b"), note = document.createElement("span");
        link.href = hit.href;
        title.textContent = hit.title;
        note.textContent = hit.note;
        link.append(title, note);
        item.append(link);
        return item;
      }));
      list.hidden = list.childElementCount === 0;
    };
    input.addEventListener("input", show);
    input.addEventListener("focus", show);
    document.addEventListener("click", (event) => {
      if (!input.closest("form").contains(event.target)) list.hidden = true;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !/INPUT|TEXTAREA/.test(event.target.tagName)) {
        event.preventDefault();
        input.focus();
      } else if (event.key === "Escape") list.hidden = true;
    });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) { input.value = asked; show(); }
  };

  const setUpCopying = (block) => {
    const button = document.createElement("button");
    button.className = "site-copy";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const lines = block.querySelector("code").textContent.split("\n");
      await navigator.clipboard.writeText(lines.filter((line) => !line.startsWith("#>")).join("\n"));
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
  };

  const input = document.querySelector("#search-input");
  if (input) setUpSearch(input);
  if (navigator.clipboard) document.querySelectorAll("div.sourceCode").forEach(setUpCopying);
})();
