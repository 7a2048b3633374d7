import { cut } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { isEnd, isFailing, type Notification } from "@/lib/rules/messages/notification";
import { buildDetails } from "./details";
import type { Outgoing } from "./kind";

// What chats have in common. People's texts are shown as they are: services differ in how that is done.

/**
 * The text with a zero-width space behind each match: for markup that a service offers no way to escape. People see no
 * difference.
 */
export const broken = (text: string, markup: RegExp) => text.replace(markup, "$&\u200b");

/** Red while something is wrong, green when it is over, grey for anything else. */
export const chooseColor = (notification: Notification) =>
  isFailing(notification) ? 0xd92d20 : isEnd(notification) ? 0x079455 : 0x667085;

/** Title and details as plain text. For what is past, one line. `fits`: as for `buildDetails`. */
export function buildText(notification: Notification, fits: (text: string) => boolean = () => true): string {
  const write = (details: string) =>
    [buildTitle(notification), details].filter(Boolean).join(notification.isPast ? ". " : "\n\n");
  return write(buildDetails(notification, (details) => fits(write(details))));
}

/** The links as Markdown has them, on one line. */
export const markdownLinks = (notification: Notification) =>
  listLinks(notification)
    .map(({ label, url }) => `[${label}](${url})`)
    .join(" · ");

// A backtick may end the block. Mattermost reads `<!channel>` and `<url|text>` even there, and older Rocket.Chat `@all`.
const READ_IN_CODE = /[`<@#]/g;

/**
 * The message as a block of code, in which nothing is markup, a mention or a link, and the links below it. At most
 * `maxLength` characters.
 */
export function codeMessage(
  notification: Notification,
  { maxLength, language = "" }: { maxLength: number; language?: string },
) {
  const links = markdownLinks(notification);
  const begin = `\`\`\`${language}\n`;
  const end = `\n\`\`\`${links ? `\n${links}` : ""}`;
  const room = maxLength - begin.length - end.length;
  const asCode = (text: string) => broken(text.replace(/\r\n?/g, "\n"), READ_IN_CODE);
  const text = asCode(buildText(notification, (tried) => asCode(tried).length <= room));
  return `${begin}${cut(text, room)}${end}`;
}

const TEXT_LENGTHS = [4_000, 2_000, 1_000, 500, 250, 100];

/** The request with the longest texts whose body has at most `maxBytes`. `make` gets the maximum length of a text. */
export function fitted(maxBytes: number, make: (maxText: number) => Outgoing): Outgoing {
  for (const maxText of TEXT_LENGTHS) {
    const request = make(maxText);
    if (Buffer.byteLength(request.body) <= maxBytes) return request;
  }
  throw new Error(`No text is short enough for ${maxBytes} bytes.`);
}
