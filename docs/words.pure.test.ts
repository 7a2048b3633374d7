import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";

// What people read is written as this field writes it (docs/style.md, “Words”): in text of the code, in Markdown, and in names.

type Exception = { file: string; text: string; why: string };
type KeptName = { name: string; why: string };
type Rule = { pattern: RegExp; refused: string; instead: string };

const RULES: Rule[] = [
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) (?:no (?!longer|one\b|more\b)|none of)/i,
    refused: "That is no address.",
    instead: "Enter a valid address.",
  },
  {
    pattern: /\bof (?:before|now|then)\b|\bthe ones? before\b/i,
    refused: "the secret of before",
    instead: "the previous secret",
  },
  {
    pattern: /(?:^|[.!?:] )Of (?!course)/,
    refused: "Of a monitor, only its name counts.",
    instead: "Only the name of a monitor counts.",
  },
  {
    pattern: /\b(?:nobody|somebody|whoever|everybody|anybody)\b/i,
    refused: "Nobody was alerted.",
    instead: "No one was alerted.",
  },
  {
    pattern: /\banswer(?:s|ed|ing)?\b/i,
    refused: "The server answered 500.",
    instead: "The server responded with 500.",
  },
  {
    pattern: /\bsilen(?:t|ce|ces|ced)\b/i,
    refused: "db7 is silent",
    instead: "db7 is not reporting",
  },
  {
    pattern: /\breach(?:es)? (?:no|every|any|some)(?: one|body|one)\b/i,
    refused: "Alerts reach no one.",
    instead: "No one is notified.",
  },
  {
    pattern: /\bstands? for\b/i,
    refused: "One message stands for all.",
    instead: "One message replaces the others.",
  },
  {
    pattern: /\b(?:ticks?|ticked|(?<!aria-)pressed|presses|presser)\b/i,
    refused: "the button that was pressed",
    instead: "the button that was clicked",
  },
  {
    pattern: /\b(?:anew|beside|of ours|by itself|in its stead)\b|\bno[tr]?\b[^.]* any more\b(?! \w+s\b)/i,
    refused: "It is not there any more.",
    instead: "It no longer exists.",
  },
  {
    pattern: /\b(?:is|are|was|were) (?:bad|good|right)\b|\bwrong (?:value|key|password|address)\b/i,
    refused: "A wrong value ends the start.",
    instead: "An invalid value stops the start.",
  },
  {
    pattern: /\b(?:heard of|is told|are told)\b/i,
    refused: "since it was last heard of",
    instead: "since then",
  },
  {
    pattern: /\b(?:is|are|was|were) (?:gone|away|forgotten|vanished)\b/i,
    refused: "The file is gone.",
    instead: "The file no longer exists.",
  },
  { pattern: /\be-mail/i, refused: "an e-mail", instead: "an email" },
];

/** The same of names: of files, and of what the code declares and uses. */
const NAME_RULES: Rule[] = [
  { pattern: /answer/i, refused: "findAnswerPage", instead: "findIncidentAction" },
  { pattern: /^words|^WORDS|[a-z]Words|_WORDS/, refused: "hintInWords", instead: "formatHint" },
  { pattern: /(?<![_bB])[rR]each(?!abl)/, refused: "listReached", instead: "listInScope" },
  { pattern: /silen[ct]/i, refused: "findSilentMachine", instead: "findUnreachableMachine" },
  { pattern: /[hH]eard|(?:^t|T)old(?!e)/, refused: "toldLater", instead: "notifiedLater" },
  { pattern: /(?:some|no|every|any)body|whoever/i, refused: "whyNobody", instead: "whyNotNotified" },
  { pattern: /beside|Anew|forgotten/i, refused: "runBeside", instead: "runNextTo" },
  { pattern: /^is(?:Bad|Good|Wrong)|Ticked|^[tT]icked|Presser/, refused: "isBad", instead: "isFailing" },
];

/** Texts that may keep such a word, and why. The list only gets shorter. */
const EXCEPTIONS: Exception[] = [
  { file: "BENCHMARKS.md", text: "pages: answer", why: "names a row that earlier tables have, too" },
  {
    file: "cli/discover/drop-in.ts",
    text: "whoever the service",
    why: "written into files, which are compared",
  },
  { file: "cli/discover/tattle-shell.ts", text: "", why: "written into files, which are compared" },
  { file: "components/command/entries.ts", text: "", why: "other words that people type to find a page" },
  { file: "components/command/settings.ts", text: "", why: "other words that people type to find a setting" },
  { file: "lib/outbox/action-link.ts", text: "answers an incident", why: "signed in links that were sent" },
];

/** Names that others rely on: the API, columns, stored JSON and addresses. */
const KEPT_NAMES: KeptName[] = [
  { name: "answer", why: "a field of the form that links open, and of stored clicks" },
  { name: "answerLinks", why: "the column of `answer_links`" },
  { name: "answer_links", why: "a setting of the API" },
  { name: "answers", why: "of a push message, which a service worker of an earlier version reads" },
  { name: "isHeard", why: "in stored emails" },
  { name: "lastHeardAt", why: "a column, and in stored emails" },
  { name: "machine_heard", why: "an event of the API" },
  { name: "machine_silent", why: "an event of the API" },
  { name: "nobody", why: "a stored reason of a skipped drill" },
  { name: "silence", why: "a stored basis of a deadline, and a relation of the schema" },
  { name: "silence_reports", why: "a table" },
  { name: "silenced", why: "an attribute of the API" },
  { name: "silences", why: "a relation of the schema" },
  { name: "silentSince", why: "the column of `silent_since`" },
  { name: "silent_since", why: "an attribute of the API" },
  { name: "told", why: "an attribute of the API" },
  { name: "told_at", why: "an attribute of the API" },
  { name: "toldLater", why: "in stored alerts" },
  { name: "words", why: "an attribute of the API, and in stored emails" },
];

const FOLDERS = "app checkin cli components deploy docs lib mailin prisma scripts worker".split(" ");
/** Texts of other products, history, and what the specification says. */
const OUTSIDE =
  /generated|^lib\/(protocols|imports)\/|^docs\/specification|^docs\/style\.md|^CHANGELOG|prisma\/migrations|\.(test|spec|long|setup)\./;

const all = [".", ".github", ...FOLDERS, "bench", "e2e", "testing"]
  .flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: folder !== "." }).map((entry) =>
      path.join(entry.parentPath, entry.name),
    ),
  )
  .filter((file) => /\.(md|tsx?|mjs)$/.test(file) && !/generated|^lib\/protocols\//.test(file));

const files = all.filter((file) => !OUTSIDE.test(file) && !/^(?:bench|e2e|testing)\//.test(file));

type Node = { type: string; value?: unknown; name?: unknown };

function* walk(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") yield value as Node;
  for (const part of Object.values(value)) yield* walk(part);
}

const readText = ({ type, value }: Node): string => {
  if (type === "TemplateElement") return (value as { cooked: string | null }).cooked ?? "";
  return (type === "Literal" || type === "JSXText") && typeof value === "string" ? value : "";
};

/** Sentences of a source file: of its strings and JSX, not SQL, names or classes. */
const listSentences = (file: string, source: string): string[] =>
  [...walk(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }))]
    .map((node) => readText(node).replaceAll(/\s+/g, " ").trim())
    .filter(
      (text) => /[a-z] \w/i.test(text) && !/\b(?:SELECT|UPDATE|INSERT|JOIN|WHERE|WHEN|AND)\b/.test(text),
    );

/** Lines of Markdown without code, addresses of links, and quotations, such as names of tests. */
const listLines = (markdown: string): string[] =>
  markdown
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, "")
    .replaceAll(/`[^`]*`|\]\([^)]*\)|“[^”]*”/g, "")
    .split("\n");

const isRefused = (text: string) => RULES.some(({ pattern }) => pattern.test(text));

const listTexts = (file: string) => {
  const source = readFileSync(file, "utf8");
  // Most files have none in all their text: these need no parser.
  if (!isRefused(source.replaceAll(/\s+/g, " "))) return [];
  return file.endsWith(".md") ? listLines(source) : listSentences(file, source);
};

test.each(RULES)("“$refused” is refused, and “$instead” is not", ({ pattern, refused, instead }) => {
  expect(refused).toMatch(pattern);
  expect(RULES.filter((rule) => rule.pattern.test(instead))).toEqual([]);
});

test("no text says it in a dialect of our own", () => {
  const hits = files.flatMap((file) =>
    listTexts(file)
      .filter(isRefused)
      .map((text) => ({ file, text })),
  );
  const covers = ({ file, text }: Exception, hit: { file: string; text: string }) =>
    hit.file === file && hit.text.includes(text);
  const uncovered = hits.filter((hit) => !EXCEPTIONS.some((exception) => covers(exception, hit)));

  expect(uncovered.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  expect(EXCEPTIONS.filter((exception) => !hits.some((hit) => covers(exception, hit)))).toEqual([]);
  expect(EXCEPTIONS.length + KEPT_NAMES.length).toBeLessThanOrEqual(40);
});

const isRefusedName = (name: string) => NAME_RULES.some(({ pattern }) => pattern.test(name));

/** The names of a file: of its folders and itself, and in it. */
function listNames(file: string): string[] {
  const parts = file
    .split("/")
    .flatMap((part) => part.split(".")[0]?.replaceAll(/-./g, (two) => two.charAt(1).toUpperCase()) ?? []);
  const source = file.endsWith(".md") ? "" : readFileSync(file, "utf8");
  // Most files have none in all their text: these need no parser.
  if (!(source.match(/\w+/g) ?? []).some(isRefusedName)) return parts;
  const lang = file.endsWith("x") ? "tsx" : "ts";
  return [
    ...parts,
    ...[...walk(parseAst(source, { lang }))].flatMap(({ name }) => (typeof name === "string" ? name : [])),
  ];
}

test.each(NAME_RULES)(
  "the name `$refused` is refused, and `$instead` is not",
  ({ pattern, refused, instead }) => {
    expect(refused).toMatch(pattern);
    expect(isRefusedName(instead)).toBe(false);
  },
);

test("no name is in a dialect of our own", () => {
  // The decisions are linked to by their file names.
  const named = all.filter((file) => !file.startsWith("docs/decisions/"));
  const hits = named.flatMap((file) =>
    listNames(file)
      .filter(isRefusedName)
      .map((name) => ({ file, name })),
  );
  const kept = new Set(KEPT_NAMES.map(({ name }) => name));
  const uncovered = hits.filter(({ name }) => !kept.has(name)).map(({ file, name }) => `${file}: ${name}`);

  expect([...new Set(uncovered)]).toEqual([]);
  expect([...kept].filter((name) => !hits.some((hit) => hit.name === name))).toEqual([]);
});
