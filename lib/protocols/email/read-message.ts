import { type Headers, MailParser } from "mailparser";
import { htmlText } from "./html-text";

/** The content of an email. */
export type EmailMessage = {
  /** Decoded, in one line. */
  subject: string;
  /** Its text; that of its HTML if it has no text. Attachments are left out. */
  text: string;
  /** What keywords are looked for in: its text and that of its HTML, because either may only say to read the other. */
  searched: string;
  /** Identifies the email; null if it has no Message-ID. */
  identity: string | null;
  /** Whether it is an automatic reply to another email: a bounce, a receipt, or “I am on holiday”. */
  isReply: boolean;
};

/** A longer head takes too long to read. */
const MAX_HEAD_BYTES = 128 * 1024;

const OPTIONS = {
  // It would wrap lines and write headings in capitals, so that keywords are not found.
  skipHtmlToText: true,
  skipImageLinks: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  keepDeliveryStatus: true,
  ignoreEmbedded: true,
  checksumAlgo: false as const,
  maxHeadSize: MAX_HEAD_BYTES,
};

/**
 * Reads an email, or the beginning of one. Never fails: it returns what could be read,
 * because its job has run.
 */
export function readMessage(source: Buffer): Promise<EmailMessage> {
  return new Promise((resolve) => {
    const parser = new MailParser(OPTIONS);
    let headers: Headers = new Map();
    let plain = "";
    let html = "";
    const finish = () => {
      const texts = [plain.trimEnd(), htmlText(html)].filter((each) => each.trim() !== "");
      resolve({ ...readFacts(headers), text: texts[0] ?? "", searched: texts.join("\n") });
    };
    parser.on("headers", (read) => {
      headers = read;
    });
    parser.on("data", (part) => {
      if (part.type === "text") {
        plain = part.text ?? "";
        html = part.html || "";
      } else {
        part.content.once("end", () => part.release?.());
        part.content.resume();
      }
    });
    parser.once("end", finish);
    parser.once("error", finish);
    parser.end(source);
  });
}

function readFacts(headers: Headers): Omit<EmailMessage, "text" | "searched"> {
  const messageId = readHeader(headers, "message-id");
  const date = headers.get("date");
  return {
    subject: readHeader(headers, "subject").replace(/\s+/g, " ").trim(),
    identity: messageId === "" ? null : `${messageId} ${date instanceof Date ? date.toISOString() : ""}`,
    isReply: isReply(headers),
  };
}

/**
 * RFC 3834: “auto-replied”, and what programs sent before there was a standard. “auto-generated” isn't a reply: cron daemons write
 * it, with `Precedence: bulk`, into emails that are check-ins.
 */
const isReply = (headers: Headers) =>
  /^\s*auto-replied\b/i.test(readHeader(headers, "auto-submitted")) ||
  /^\s*auto[-_]reply\b/i.test(readHeader(headers, "precedence")) ||
  headers.has("x-autoreply") ||
  headers.has("x-autorespond") ||
  /^multipart\/report\b/i.test(readHeader(headers, "content-type"));

/** A header as text; the first if there are several, and empty if there is none. */
function readHeader(headers: Headers, name: string): string {
  const header = headers.get(name);
  const value = Array.isArray(header) ? header[0] : header;
  if (typeof value === "string") return value;
  return value && typeof value === "object" && "value" in value ? String(value.value) : "";
}
