import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildDatabaseUrl, createDatabase } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";
import { aKumaDatabase, KUMA_ROWS } from "@/testing/kuma-database";
import { ADMIN_COMMANDS } from "@/testing/printed-commands";
import { aProduct, KEYS, opsgenieList, PRODUCTS } from "@/testing/products";

// Each command that a document prints for the operator is run, on an installation that is thrown away.

const USER = { email: "ann@example.com", password: "correct horse" };
const folder = mkdtempSync(path.join(tmpdir(), "tattle-documented-"));
const kumaFile = path.join(folder, "kuma.db");
const heartbeatsFile = path.join(folder, "heartbeats.json");
const products = new Map<string, Awaited<ReturnType<typeof aProduct>>>();
let restored = 0;

beforeAll(async () => {
  for (const [name, response] of Object.entries(PRODUCTS)) products.set(name, await aProduct(response));
  writeFileSync(kumaFile, await aKumaDatabase(2, KUMA_ROWS));
  writeFileSync(heartbeatsFile, JSON.stringify(opsgenieList));
  await createDatabase(inject("serverUrl"), named("first"));
  await migrate(buildDatabaseUrl(inject("serverUrl"), named("first")));
});
afterAll(() => {
  for (const { close } of products.values()) close();
  rmSync(folder, { recursive: true, force: true });
});

const named = (name: string) => `${inject("databasePrefix")}_documented_${name}_${process.pid}`;

/** Runs a command as an operator does. Its exit code, and what it printed. */
async function admin(args: string, { stdin = "", database = "first" } = {}) {
  const child = spawn(process.execPath, [path.resolve("scripts/admin.mjs"), ...args.split(/\s+/)], {
    env: {
      ...process.env,
      DATABASE_URL: buildDatabaseUrl(inject("serverUrl"), named(database)),
      DATA_DIR: path.join(folder, "data"),
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(stdin);
  const [printed, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("exit", resolve)),
  ]);
  return { code, printed, complained };
}

const inFolder = (args: string) => args.replaceAll("tattle.yml", path.join(folder, "tattle.yml"));

/** How each command is run here: with values of this installation in the place of names. */
const WAYS: Record<string, (args: string) => ReturnType<typeof admin>> = {
  "setup-code": (args) => admin(args),
  bootstrap: (args) =>
    admin(args.replace(/ E /, ` ${USER.email} `).replace("NAME", "Acme"), { stdin: USER.password }),
  operator: (args) => admin(args.replace("EMAIL", USER.email)),
  "reset-second-factor": (args) => admin(args.replace("EMAIL", USER.email)),
  webhook: (args) => admin(args.replace("CASE", "Acme").replace("URL", "https://hooks.example.com/")),
  export: (args) => admin(inFolder(args.replace("CASE", "Acme"))),
  apply: (args) => admin(inFolder(args)),
  "sign-in-link": (args) => admin(args.replace("EMAIL", USER.email)),
  reseal: (args) => admin(args),
  import: (args) => {
    const [, source = ""] = args.split(/\s+/);
    const url = args.includes(" --file ") ? "" : ` --url ${products.get(source)?.url}`;
    return admin(
      `${args.replace(/ --url \S+/, "")}${url}`
        .replace("CASE", "Acme")
        .replace("SLUG", "acme")
        .replace("kuma.db", kumaFile)
        .replace("heartbeats.json", heartbeatsFile),
      { stdin: KEYS[source as keyof typeof KEYS] },
    );
  },
  backup: (args) => admin(args),
  restore: async (args) => {
    const { printed } = await admin("backup --json");
    const { name } = JSON.parse(printed.trimEnd().split("\n").at(-1) ?? "");
    restored += 1;
    await createDatabase(inject("serverUrl"), named(`restored_${restored}`));
    return admin(args.replace(/FILE|NAME/, name), { database: `restored_${restored}` });
  },
};

const ORDER = Object.keys(WAYS);
const nameOf = (args: string) => args.split(" ")[0] ?? "";
/** Those that are only named, in a sentence, have no values. */
const isMention = (args: string) => ["operator", "bootstrap"].includes(args);
const commands = [...new Set(ADMIN_COMMANDS.map(({ args }) => args.trim().replace(/\s+/g, " ")))]
  .filter((args) => !isMention(args))
  .toSorted((one, other) => ORDER.indexOf(nameOf(one)) - ORDER.indexOf(nameOf(other)));

test("each command has a way to be run", () => {
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.map(nameOf).filter((name) => !ORDER.includes(name))).toEqual([]);
});

test.each(commands)(
  "`%s` does what it says",
  async (args) => {
    const { code, printed, complained } = await (WAYS[nameOf(args)]?.(args) ?? admin(args));
    expect({ code, complained }).toEqual({ code: 0, complained: expect.not.stringContaining("rror") });
    expect(printed).not.toBe("");
  },
  60_000,
);
