import { detailsOf } from "./details";
import type { Outgoing } from "./kind";
import { isBad, isEnd, type Told } from "./told";
import { cut, linksOf, titleOf } from "./words";

// What chats have in common. People's texts are shown as they are: services differ in how that is done.

/**
 * The text with a zero-width space behind each match: for markup that a service offers no way to escape. People see no
 * difference.
 */
export const broken = (text: string, markup: RegExp) => text.replace(markup, "$&\u200b");

/** Red while something is wrong, green when it is over, grey for anything else. */
export const colorOf = (told: Told) => (isBad(told) ? 0xd92d20 : isEnd(told) ? 0x079455 : 0x667085);

/** Title and details as plain text. Of what is past, one line. */
export const textOf = (told: Told) =>
  [titleOf(told), detailsOf(told)].filter(Boolean).join(told.isPast ? ". " : "\n\n");

/** The links as Markdown has them, on one line. */
export const markdownLinks = (told: Told) =>
  linksOf(told)
    .map(({ label, url }) => `[${label}](${url})`)
    .join(" · ");

// A backtick may end the block. Mattermost reads `<!channel>` and `<url|text>` even there, and older Rocket.Chat `@all`.
const READ_IN_CODE = /[`<@#]/g;

/**
 * The message as a block of code, in which nothing is markup, a mention or a link, and the links below it. At most so many
 * characters.
 */
export function codeMessage(
  told: Told,
  { maxLength, language = "" }: { maxLength: number; language?: string },
) {
  const links = markdownLinks(told);
  const begin = `\`\`\`${language}\n`;
  const end = `\n\`\`\`${links ? `\n${links}` : ""}`;
  const text = broken(textOf(told).replace(/\r\n?/g, "\n"), READ_IN_CODE);
  return `${begin}${cut(text, maxLength - begin.length - end.length)}${end}`;
}

const TEXT_LENGTHS = [4_000, 2_000, 1_000, 500, 250, 100];

/** The request with the longest texts with which its body is at most so many bytes. `make` is given how long a text may be. */
export function fitted(maxBytes: number, make: (maxText: number) => Outgoing): Outgoing {
  for (const maxText of TEXT_LENGTHS) {
    const request = make(maxText);
    if (Buffer.byteLength(request.body) <= maxBytes) return request;
  }
  throw new Error(`No text is short enough for ${maxBytes} bytes.`);
}
