import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What differs on the machine of a test: addresses, paths and passwords, by the text that represents them in the file. */
export type Replacements = Record<string, string>;

/** A file of `deploy/` with other addresses. Throws if it does not contain one of them, so that the test uses the file as it is. */
export function configure(file: string, replacements: Replacements): string {
  let text = readFileSync(path.join("deploy", file), "utf8");
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not contain “${from}”.`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Writes such a file into the folder. Returns its path. Every user can read it. */
export function writeConfiguration(folder: string, file: string, replacements: Replacements): string {
  const written = path.join(folder, path.basename(file));
  mkdirSync(folder, { recursive: true });
  writeFileSync(written, configure(file, replacements), { mode: 0o644 });
  return written;
}
