import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What Latin-1 does not have, such as “ and …. */
const WIDE = /[^\0-\xff]/g;

/** Whatever is not Latin-1 in a compiled source as an escape: it stands in strings and regular expressions alone. */
export const escapeSource = (source: string): string =>
  source.replace(WIDE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Escapes the compiled sources in a folder. Node keeps the source of what it runs, with two bytes for each of its characters if one of
 * them is not Latin-1: half of the sources of the pages, which have quotes in their texts.
 */
export function escapeSources(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".js")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const source = readFileSync(file, "utf8");
    const escaped = escapeSource(source);
    if (escaped !== source) writeFileSync(file, escaped);
  }
}
