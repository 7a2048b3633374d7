import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readCompose } from "@/lib/testing/image";
import packageJson from "@/package.json" with { type: "json" };
import { parseCommand } from "./admin-program";

// Every command that a document prints is checked here by its program: an operator copies it. `release.long.ts` runs those that install,
// prepare and start a version.

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

type Printed = { file: string; command: string };

/** Commands in code, in lines and in blocks, without their comments. */
const printed: Printed[] = DOCUMENTS.flatMap((file) => {
  const text = readFileSync(file, "utf8");
  const blocks = [...text.matchAll(/^ *```(?:sh|console|bash)?[^\n]*\n(.*?)^ *```/gms)].flatMap(
    ([, body = ""]) => body.replaceAll("\\\n", " ").split("\n"),
  );
  const inline = [...text.replaceAll(/^ *```.*?^ *```/gms, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, code = ""]) => code,
  );
  return [...blocks, ...inline].flatMap((line) => {
    const command = line.replace(/\s+#.*$/, "").trim();
    return /^(npm|npx|node|docker|[A-Z_]+=\S+ )/.test(command)
      ? command.split(/ (?:&&|\|\||;) /).map((one) => ({ file, command: one.trim() }))
      : [];
  });
});

const thatMatch = (pattern: RegExp) =>
  printed.flatMap((one) => {
    const [, ...groups] = pattern.exec(one.command) ?? [null];
    return pattern.test(one.command) ? [{ ...one, groups: groups.map((group) => group ?? "") }] : [];
  });

test("commands are found", () => {
  expect(printed.length).toBeGreaterThan(60);
  expect(new Set(printed.map(({ file }) => file)).size).toBeGreaterThan(8);
});

test("every npm script exists", () => {
  const scripts = thatMatch(/\bnpm (?:run )?(?:--silent )?([a-z0-9:]+)/).map(
    ({ groups: [name = ""], ...one }) => ({ ...one, name }),
  );
  expect(scripts.length).toBeGreaterThan(30);
  // Commands of npm itself.
  const own = ["run", "install", "ci", "test", "start", "audit"];
  expect(scripts.filter(({ name }) => !own.includes(name) && !(name in packageJson.scripts))).toEqual([]);
});

test("every file that node runs exists, or is compiled", () => {
  const files = thatMatch(/\bnode ((?:scripts|dist)\/[\w-]+\.m?js)/);
  expect(files.length).toBeGreaterThan(6);
  const compiled = readFileSync("scripts/bundle.mjs", "utf8");
  const isThere = (file: string) =>
    file.startsWith("dist/") ? compiled.includes(`  ${path.basename(file, ".js")}: `) : existsSync(file);
  expect(files.filter(({ groups: [file = ""] }) => !isThere(file))).toEqual([]);
});

/** What stands for a value, with one that is right. */
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

test("every command of the operator is one that admin takes, with its options", () => {
  const commands = thatMatch(/(?:npm run (?:--silent )?admin -- |scripts\/admin\.mjs )(.+)$/);
  expect(commands.length).toBeGreaterThan(15);
  const wrong = commands.flatMap(({ file, groups: [text = ""] }) => {
    if (/^(…|--help|--version)/.test(text)) return [];
    let args = text;
    for (const [pattern, value] of VALUES) args = args.replace(pattern, value);
    try {
      return parseCommand(args.split(/\s+/).filter(Boolean)) ? [] : [`${file}: ${args}`];
    } catch (thrown) {
      const { message } = thrown as Error;
      // Its name alone, in a sentence.
      const isMention = /^[\w-]+$/.test(args) && /^(missing required argument|required option)/.test(message);
      return isMention ? [] : [`${file}: ${args}: ${message}`];
    }
  });
  expect(wrong).toEqual([]);
});

test("docker compose is asked for services that there are", () => {
  const { services } = readCompose({
    POSTGRES_PASSWORD: "x",
    AUTH_SECRET: "x".repeat(32),
    APP_URL: "https://a.example",
  });
  const named = thatMatch(/docker compose (?:exec|run|stop|cp|logs)(?: -\S+)* ((?:[\w-]+ ?)+)/);
  expect(named.length).toBeGreaterThan(5);
  for (const {
    file,
    command,
    groups: [names = ""],
  } of named) {
    const [first = ""] = names.trim().split(" ");
    expect(Object.keys(services), `${file}: ${command}`).toContain(first);
  }
});

test("every file of the repository that a command names exists", () => {
  const files = thatMatch(/\b((?:deploy|prisma|lib|scripts)\/[\w./@-]+)/g).flatMap(({ file, command }) =>
    [...command.matchAll(/(?<![\w/-])((?:deploy|prisma|lib|scripts)\/[\w./@-]*\w)/g)].map(
      ([, name = ""]) => ({ file, name }),
    ),
  );
  expect(files.filter(({ name }) => !existsSync(name) && !/NAME|\d{14}/.test(name))).toEqual([]);
});
