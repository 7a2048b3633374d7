import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };

const read = (file: string) => readFileSync(file, "utf8");
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = ""]) => match);
const sorted = (names: string[]) => [...new Set(names)].sort();

const pages = [
  ".",
  "docs",
  "docs/decisions",
  "docs/grafana",
  "docs/security",
  ".github",
  ".github/ISSUE_TEMPLATE",
].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join(folder, name)),
);

/** The documentation for users, whose links are those of its pages. */
const userGuide = readdirSync("app/docs", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => path.join("app/docs", name));

const decisions = readdirSync("docs/decisions").filter((name) => /^\d{3}-/.test(name));

const FILE = /`((?:app|bench|checkin|components|docs|e2e|lib|mailin|prisma|scripts|worker)\/[\w./[\]()-]*)`/g;

/** What the pages name by this pattern and should not, each with its page. */
const wrongIn = (those: string[], pattern: RegExp, isRight: (name: string, page: string) => boolean) =>
  those.flatMap((page) =>
    found(read(page), pattern)
      .filter((name) => !isRight(name, page))
      .map((name) => `${page}: ${name}`),
  );

test("documents link only to files that exist", () => {
  const isRight = (link: string, page: string) =>
    /^[a-z]+:/.test(link) || existsSync(path.join(path.dirname(page), link));
  expect(wrongIn(pages, /\]\(([^)#]+)[^)]*\)/g, isRight)).toEqual([]);
});

test("documents name only files and npm scripts that exist", () => {
  expect(wrongIn([...pages, "docs/security/asvs.csv"], FILE, existsSync)).toEqual([]);
  expect(wrongIn(pages, /npm run ([\w:]+)/g, (name) => name in packageJson.scripts)).toEqual([]);
});

test("every test that holds a promise exists", () => {
  const promises = read("docs/promises.md").replaceAll(/\s+/g, " ");
  const held = [...promises.matchAll(/`([\w./-]+\.(?:test|long|spec)\.ts)`((?:,? “[^”]+”)+)/g)].flatMap(
    ([, file = "", names = ""]) => found(names, /“([^”]+)”/g).map((name) => [`${file} ${name}`, file, name]),
  );
  expect(held.length).toBeGreaterThan(40);
  const isThere = (file: string, name: string) => existsSync(file) && read(file).includes(name);
  expect(held.filter(([, file = "", name = ""]) => !isThere(file, name)).map(([text]) => text)).toEqual([]);
  // A row without a test isn't a promise.
  const rows = found(read("docs/promises.md"), /^\| (?!\.\.\.|---|Promise|Fails)(.+) \|$/gm);
  expect(rows.filter((row) => !/\.(test|long|spec)\.ts`/.test(row) && !row.startsWith("---"))).toEqual([]);
});

test("each line of ASVS names files that exist, or has a reason, and the lines are counted right", () => {
  const asvs = read("docs/security/asvs.md");
  // Only fields with a comma or a quote are quoted.
  const FIELD = `(?:"((?:[^"]|"")*)"|([^",]*))`;
  const LINE = new RegExp(`^(\\d+\\.\\d+\\.\\d+),[12],${FIELD},([^,]+),${FIELD}$`);
  const [, ...table] = read("docs/security/asvs.csv").trimEnd().split("\n");
  const lines = table.map((line) => LINE.exec(line) ?? [line]);
  expect(lines.filter(([, id]) => !id)).toEqual([]);
  const parsed = lines.map(([, id, , , how, quoted, plain]) => ({ id, how, why: quoted ?? plain ?? "" }));
  expect(parsed.filter(({ why }) => why === "")).toEqual([]);
  const named = parsed.flatMap(({ why }) => found(why, /`([^`\s]+\/[^`\s]*\.(?:tsx?|mjs|sh|md))`/g));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(parsed.map(({ id }) => id)).size).toBe(lines.length);
  const count = (word: string) => parsed.filter(({ how }) => how === word).length;
  expect(asvs).toContain(
    `${count("holds")} of ${lines.length} lines hold, ${count("in part")} hold in part, ${count("does not hold")} do not hold, ${count("the operator")} are the operator's, and ${count("not applicable")} are not applicable.`,
  );
});

test("every variable that the program reads is explained in .env.example and docs/configuration.md", () => {
  const variables = sorted(found(read("lib/platform/env.ts"), /^ {2}([A-Z][A-Z_0-9]+): /gm));
  expect(variables.length).toBeGreaterThan(20);
  expect(sorted(found(read(".env.example"), /^# ([A-Z][A-Z_0-9]+)=/gm))).toEqual(variables);
  const [ours = ""] = read("docs/configuration.md").split("## Set by the start scripts");
  const names = found(ours, /^\| (`[A-Z].*?) \|/gm).flatMap((cell) => found(cell, /`([A-Z_0-9]+)`/g));
  expect(sorted(names)).toEqual(variables);
});

test("every decision is in the index, and has at most 250 words", () => {
  const index = read("docs/decisions/README.md");
  expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  const countTerms = (name: string) => read(`docs/decisions/${name}`).trim().split(/\s+/).length;
  expect(decisions.filter((name) => countTerms(name) > 250)).toEqual([]);
});

/** The first rows of tables in a text that are not followed by a line of dashes: a blank line has cut their header off. */
function rowsWithoutHeader(text: string): string[] {
  const lines = text.replaceAll(/^```[\s\S]*?^```/gm, "").split("\n");
  return lines.filter(
    (line, i) =>
      line.startsWith("|") && !lines[i - 1]?.startsWith("|") && !/^\|[ :|-]+\|$/.test(lines[i + 1] ?? ""),
  );
}

test("every row of a table has a header", () => {
  expect(rowsWithoutHeader("| a |\n|---|\n| b |\n\n| c |")).toEqual(["| c |"]);
  const all = [...pages, ...userGuide];
  expect(all.flatMap((page) => rowsWithoutHeader(read(page)).map((row) => `${page}: ${row}`))).toEqual([]);
});

test("no line is longer than 180 characters, but for rows of tables", () => {
  expect(wrongIn([...pages, ...userGuide], /^((?! *\|).{181,})$/gm, () => false)).toEqual([]);
});

test("each folder of lib is in the map of architecture.md", () => {
  const [map = ""] = read("docs/architecture.md").split("<!-- imports -->");
  const foldersIn = (parent: string) => readdirSync(parent).filter((name) => !name.includes("."));
  const people = foldersIn("lib/people").map((name) => `people/${name}`);
  const folders = [...foldersIn("lib").filter((name) => name !== "people"), ...people];
  expect(folders.length).toBeGreaterThan(20);
  const rows = found(map, /^\| (`.*?) \|/gm).flatMap((cell) => found(cell, /`([\w/-]+)\/`/g));
  expect(sorted(rows)).toEqual(sorted(folders));
});

test("each version of the changelog has its date, newest first, and the newest is that of these sources", () => {
  const headings = found(read("CHANGELOG.md"), /^## (.+)$/gm).filter((heading) => heading !== "Unreleased");
  const versions = headings.map((heading) => /^(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/.exec(heading));
  expect(headings.filter((_, index) => !versions[index])).toEqual([]);
  const dates = versions.map((version) => version?.[2]);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(versions[0]?.[1]).toBe(packageJson.version);
});
