import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };

// What the documents for people who change Tattle put in backticks exists: files, folders, identifiers, columns, variables and npm
// scripts. So does each word of the glossary. A renaming that forgets a document fails here.

const PAGES = ["CONTRIBUTING.md", "docs/architecture.md", "docs/style.md"];

const FOLDERS =
  "app bench checkin cli components deploy docs e2e lib mailin prisma public scripts testing worker".split(
    " ",
  );

/** Ends of names, as in “functions that only schedule work end in `Later`”. */
const ENDS = ["At", "Later"];

const entries = [".", ...FOLDERS].flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: folder !== "." }).map((entry) => ({
    file: path.join(entry.parentPath, entry.name),
    isCode: entry.isFile() && /\.(tsx?|mjs|cjs|css|prisma|json|ya?ml)$/.test(entry.name),
  })),
);

/** The text of all code. Comments, earlier migrations and this test may name what no longer exists. */
const code = entries
  .filter(({ file, isCode }) => isCode && !/generated|package-lock|identifiers\.test/.test(file))
  .map(({ file }) => readFileSync(file, "utf8").replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ""))
  .join("\n");

const expected = new Set(code.match(/\w+/g));

/** Whether the path of a file or a folder ends so. `<name>`, `*` and `**` stand for anything. */
function isPath(text: string): boolean {
  const pattern = text
    .replace(/\/$/, "")
    .replaceAll(/[.()[\]]/g, "\\$&")
    .replaceAll(/<\w+>|\*+/g, ".+");
  return entries.some(({ file }) => new RegExp(`(^|/)${pattern}$`).test(file));
}

/** Whether the parts of a command that are ours exist: variables, npm scripts and files. */
function isCommand(text: string): boolean {
  const parts = text.split(" ");
  const variables = parts.flatMap((part) => /^([A-Z_]+)=/.exec(part)?.[1] ?? []);
  const [, script] = /npm (?:run )?([\w:]+)/.exec(text) ?? [];
  return (
    variables.every((name) => expected.has(name)) &&
    parts.filter((part) => part.includes("/")).every(isPath) &&
    (script === undefined || script in packageJson.scripts)
  );
}

/** Whether this is a name in the code; the beginning of one, if it ends with “…” or “_”. */
function isName(name: string): boolean {
  if (/[…_]$/.test(name)) return [...expected].some((word) => word.startsWith(name.replace("…", "")));
  return expected.has(name) || ENDS.includes(name) || (name.includes("-") && code.includes(name));
}

function exists(text: string): boolean {
  // A URL, an option, a decorator, or a quotation.
  if (/^[/\-@"[{]/.test(text)) return true;
  // The end of file names.
  if (/^(\.\w+)+$/.test(text)) return entries.some(({ file }) => file.endsWith(text));
  if (/^([A-Z_]+=|npm |npx |kill |git )/.test(text)) return isCommand(text);
  if (/^[^ ]*\/|\.\w+$/.test(text)) return isPath(text);
  return (text.match(/\w[\w-]*…?/g) ?? []).every(isName);
}

/** What a page has in backticks, but not in blocks of code. */
function listQuoted(page: string): string[] {
  const prose = readFileSync(page, "utf8").replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}

test.each(PAGES)("what %s puts in backticks exists", (page) => {
  const quoted = listQuoted(page);
  expect(quoted.length).toBeGreaterThan(20);
  expect(quoted.filter((text) => !exists(text))).toEqual([]);
});

test("each word of the glossary is one of the code", () => {
  const rows = readFileSync("docs/style.md", "utf8").matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]*\|$/gm);
  const terms = [...rows].flatMap(([, cell = ""]) => cell.replaceAll(/[`*]/g, "").split(", "));
  expect(terms.length).toBeGreaterThan(40);
  // The code’s own word is in parentheses. Where a term has two words, a name joins them.
  const isUsed = (term: string) => {
    const name = /\((.+)\)/.exec(term)?.[1] ?? term;
    return new RegExp(name.replaceAll(/[ -]/g, "[-_]?"), "i").test(code);
  };
  expect(terms.filter((term) => !isUsed(term))).toEqual([]);
});

/** Variables of a file: declared by a word or taken out of an object, and parameters. */
const DECLARATION =
  /\b(?:const|let)\s+(?:(\w+)|[{[]([^=;]*?)[}\]]\s*(?:=|of))|catch \((\w+)\)|[(,]\s*(\w+)(?=\??: |\) =>|, \w+\) =>)|\b(\w+) =>/g;
const lastWord = (part: string) => part.replace(/=.*/s, "").split(":").at(-1)?.trim() ?? "";
const listVariables = (source: string) =>
  [...source.matchAll(DECLARATION)].flatMap(([, one, several = "", ...others]) =>
    [one, ...several.split(",").map(lastWord), ...others].flatMap((name) => name ?? []),
  );

const IRREGULAR =
  /^(begun|built|chosen|done|found|given|gone|heard|held|kept|known|left|lost|made|meant|seen|sent|shown|spent|taken|thrown|told|written)$/;
/** Words of the product: states, and properties of the API. */
const STATES = /^(enabled|errored|excused|expected|failed|missed|notified|paused|refused)$/;
const isParticiple = (name: string) =>
  (IRREGULAR.test(name) || /^[a-z]+ed$/.test(name)) && !STATES.test(name);

test("no participle is the name of a variable in more than ten files", () => {
  const counts = new Map<string, number>();
  for (const { file, isCode } of entries) {
    if (!isCode || /generated|\.(test|spec|long|setup)\.|^(bench|e2e|testing)\//.test(file)) continue;
    const names = new Set(listVariables(readFileSync(file, "utf8")).filter(isParticiple));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const worst = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 10);

  expect(
    worst.some(([, count]) => count > 10),
    worst.map(([name, count]) => `${name} ${count}`).join(", "),
  ).toBe(false);
});
