import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };
import { readCompose } from "@/testing/image";
import { ADMIN_COMMANDS, printed, thatMatch } from "@/testing/printed-commands";
import { parseCommand } from "./admin-program";

// Every command that a document prints is checked here by its program: an operator copies it. `documented-commands.long.ts` runs those of
// the operator, and `release.long.ts` those that install, prepare and start a version.

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

test("every command of the operator is one that admin takes, with its options", () => {
  expect(ADMIN_COMMANDS.length).toBeGreaterThan(15);
  const wrong = ADMIN_COMMANDS.flatMap(({ file, args }) => {
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
