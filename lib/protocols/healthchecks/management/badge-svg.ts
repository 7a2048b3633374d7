import { escapeXml } from "@/lib/rules/escape-xml";

export type BadgeStatus = "up" | "late" | "down";

const COLORS: Record<BadgeStatus, string> = { up: "#1a7f37", late: "#9a5b00", down: "#b3261e" };

const NARROW = /[fijlrtI.,:;|!'() -]/;
const WIDE = /[mwMW@%]/;
const MARGIN = 6;
const MAX_CHARACTERS = 100;

const widthOf = (text: string) =>
  [...text].reduce((width, letter) => width + (NARROW.test(letter) ? 4 : WIDE.test(letter) ? 10 : 7), 0);

/** XML has no form for control characters. */
const toXml = (text: string) => escapeXml(text).replace(/\p{Cc}/gu, " ");

/** A badge: a label on grey, and a status on its colour. */
export function badgeSvg(label: string, status: BadgeStatus): string {
  const caption = [...label.toWellFormed()].slice(0, MAX_CHARACTERS).join("");
  const [left, right] = [widthOf(caption) + 2 * MARGIN, widthOf(status) + 2 * MARGIN];
  const text = toXml(caption);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${text}: ${status}">
<title>${text}: ${status}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#555"/><rect x="${left}" width="${right}" height="20" fill="${COLORS[status]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - 2 * MARGIN}">${text}</text>
<text x="${left + right / 2}" y="14" textLength="${right - 2 * MARGIN}">${status}</text>
</g>
</svg>
`;
}
