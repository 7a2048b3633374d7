import { type MarkedToken, marked, type Token } from "marked";

/** A part of a page with a heading of its own, as text. */
export type Passage = { href: string; page: string; heading: string; text: string };

/** The words of a token, as a person reads them. */
export function readText(token: Token): string {
  const block = token as MarkedToken;
  switch (block.type) {
    case "table":
      return [block.header, ...block.rows]
        .map((row) => row.map(({ tokens }) => readAll(tokens)).join(" · "))
        .join(" ");
    case "list":
      return block.items.map(({ tokens }) => readAll(tokens)).join(" ");
    case "html":
    case "space":
      return "";
    default:
      return "tokens" in block && block.tokens ? readAll(block.tokens) : "text" in block ? block.text : "";
  }
}

const readAll = (tokens: Token[]): string => tokens.map(readText).join("");

/** The id of a heading on its page. */
export const headingId = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[’']/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

/** The parts of a page of documentation: what comes before its first heading, and each heading with what follows it. */
export function splitPassages(href: string, markdown: string): Passage[] {
  // What replaces a value or a component is not known here.
  const tokens = marked.lexer(markdown.replaceAll(/\{\{\w+\}\}/g, "…"));
  const passages: Passage[] = [];
  let page = "";
  for (const token of tokens) {
    const text = readText(token).replaceAll(/\s+/g, " ").trim();
    const current = passages.at(-1);
    if (token.type === "heading" && !current) {
      page = text;
      passages.push({ href, page, heading: page, text: "" });
    } else if (token.type === "heading") {
      passages.push({ href: `${href}#${headingId(text)}`, page, heading: text, text: "" });
    } else if (current && text && text !== "…") {
      current.text = current.text ? `${current.text} ${text}` : text;
    }
  }
  return passages;
}
