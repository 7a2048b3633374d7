import { countHits, MAX_HITS } from "@/app/docs/search/count-hits";
import { findPassages, type Hit, type Part } from "@/app/docs/search/find-passages";
import type { Passage } from "@/app/docs/search/passages";
import { readQuery } from "@/app/docs/search/read-query";
import { copy } from "@/components/ui/copy";

declare const passages: Passage[] | undefined;

const element = (name: string, className: string, ...children: (Node | string)[]) => {
  const node = Object.assign(document.createElement(name), { className });
  node.append(...children);
  return node;
};

const markParts = (parts: Part[]) =>
  parts.map(({ text, isMatch }) =>
    isMatch ? element("mark", "rounded-xs bg-accent/20 text-inherit", text) : text,
  );

function resultRow({ href, page, heading, excerpt }: Hit): Node {
  const link = element("a", "inline-block min-h-6 text-accent hover:underline", ...markParts(heading));
  link.setAttribute("href", href);
  return element(
    "li",
    "grid gap-0.5 border-b border-line py-4 first:pt-0 last:border-0",
    element("h2", "font-medium", link),
    element("p", "text-sm text-ink-quiet", page),
    element("p", "max-w-prose wrap-anywhere", ...markParts(excerpt)),
  );
}

/** Shows on the page of the search what is found for `?q=`. */
function showResults(): void {
  const query = readQuery(new URLSearchParams(location.search).get("q"));
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  if (input) input.value = query;
  if (typeof passages === "undefined" || query === "") return;
  const hits = findPassages(query, passages, MAX_HITS);
  const status = document.querySelector("[role=status]");
  if (status) status.textContent = countHits(hits.length, query);
  document.querySelector("#results")?.replaceChildren(...hits.map(resultRow));
}

/** The buttons next to code. */
document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest("button") : null;
  const text = button?.parentElement?.querySelector("pre")?.textContent;
  const label = button?.querySelector("[aria-live]")?.firstChild;
  if (!text || !label) return;
  await copy(text);
  label.textContent = "Copied";
});

showResults();
