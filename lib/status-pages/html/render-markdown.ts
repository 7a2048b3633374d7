import { Marked, type Token, type Tokens } from "marked";
import { isLinkUrl } from "../page-input";
import { Html, html } from "./html";

const MAX_DEPTH = 8;

/** The parser runs out of stack on quotes in quotes in quotes. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d+[.)])){9}/m;

// An instance of its own: others change the global one.
const parser = new Marked({ gfm: true, breaks: true });

/** What people wrote, as HTML: paragraphs, lists, emphasis, code and links. HTML, images and other addresses are shown as text. */
export const renderMarkdown = (text: string): Html =>
  TOO_DEEP.test(text) ? html`<p>${text}</p>` : join(parser.lexer(text), 0);

const join = (tokens: Token[], depth: number): Html =>
  new Html(tokens.map((token) => render(token, depth).text).join(""));

function render(token: Token, depth: number): Html {
  if (depth > MAX_DEPTH) return html`${token.raw}`;
  const inner = () =>
    "tokens" in token && token.tokens ? join(token.tokens, depth + 1) : html`${token.raw}`;
  switch (token.type) {
    case "space":
    case "def":
      return html``;
    case "paragraph":
    case "blockquote":
      return html`<p>${inner()}</p>`;
    case "heading":
      return html`<p><strong>${inner()}</strong></p>`;
    case "list": {
      const items = (token as Tokens.List).items.map(
        (item) => html`<li>${join(item.tokens, depth + 1)}</li>`,
      );
      return token.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case "strong":
      return html`<strong>${inner()}</strong>`;
    case "em":
      return html`<em>${inner()}</em>`;
    case "del":
      return html`<del>${inner()}</del>`;
    case "codespan":
      return html`<code>${token.text}</code>`;
    case "code":
      return html`<pre>${token.text}</pre>`;
    case "br":
      return html`<br>`;
    case "hr":
      return html`<hr>`;
    case "escape":
      return html`${token.text}`;
    case "text":
      return "tokens" in token && token.tokens ? join(token.tokens, depth + 1) : html`${token.text}`;
    case "link":
      return isLinkUrl(token.href)
        ? html`<a href="${token.href}" rel="nofollow noopener">${inner()}</a>`
        : inner();
    default:
      return html`${token.raw}`;
  }
}
