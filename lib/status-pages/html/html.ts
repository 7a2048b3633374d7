import { escapeXml } from "@/lib/rules/escape-xml";

/** HTML that is safe to put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | false | Part[];

const toText = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toText).join("");
  return part === null || part === false ? "" : escapeXml(String(part));
};

/** A template of HTML. Every value that is not HTML itself is text, and escaped. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.map((text, i) => text + toText(parts[i] ?? "")).join(""));
