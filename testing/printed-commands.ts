import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...listMarkdown("docs"),
  ...listMarkdown("app/docs"),
];

function listMarkdown(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith("decisions"))
    .map((name) => path.join(folder, name));
}

export type Printed = { file: string; command: string };

/** Commands of documents in code, in lines and in blocks, without their comments. */
export const printed: Printed[] = DOCUMENTS.flatMap((file) => {
  const text = readFileSync(file, "utf8");
  const blocks = [...text.matchAll(/^ *```(?:sh|console|bash)?[^\n]*\n(.*?)^ *```/gms)].flatMap(
    ([, body = ""]) => body.replaceAll("\\\n", " ").split("\n"),
  );
  const inline = [...text.replaceAll(/^ *```.*?^ *```/gms, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, code = ""]) => code,
  );
  return [...blocks, ...inline].flatMap((line) => {
    const command = line.replace(/\s+#.*$/, "").trim();
    return /^(npm|npx|node|docker|tattle-admin|[A-Z_]+=\S+ )/.test(command)
      ? command.split(/ (?:&&|\|\||;) /).map((one) => ({ file, command: one.trim() }))
      : [];
  });
});

/** Those that match, with their groups. */
export const thatMatch = (pattern: RegExp) =>
  printed.flatMap((one) => {
    const [, ...groups] = pattern.exec(one.command) ?? [null];
    return pattern.test(one.command) ? [{ ...one, groups: groups.map((group) => group ?? "") }] : [];
  });

/** What replaces a value, with one that is correct. */
const VALUES: [RegExp, string][] = [
  [
    /--key-stdin \[--url \S+\] \[--dry-run\] \[--json\]/,
    "--key-stdin --url https://hc.example --dry-run --json",
  ],
  [/\[([^\]]*)\]/g, "$1"],
  [/ < \S+$/, ""],
  [/ [-–] --dry-run < .*/, " - --dry-run"],
  [/yaml\\?\|json/, "yaml"],
  [/\(?--password-stdin \| --password P\)?/, "--password-stdin"],
];

/** What documents let an operator ask `admin`, with right values: the arguments. */
export const ADMIN_COMMANDS: { file: string; args: string }[] = thatMatch(
  /(?:npm run (?:--silent )?admin -- |scripts\/admin\.mjs |^tattle-admin (?!prepare ))(.+)$/,
).flatMap(({ file, groups: [text = ""] }) => {
  if (/^(…|--help|--version)/.test(text)) return [];
  let args = text;
  for (const [pattern, value] of VALUES) args = args.replace(pattern, value);
  return { file, args };
});
