import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "./process.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-demo-"));
// The user that runs Postgres for root would otherwise have its data elsewhere, where no one deletes it.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the demo leaves an installation alone, whose folder the environment names", async () => {
  const cluster = path.join(folder, "installation", "postgres", "data");
  mkdirSync(cluster, { recursive: true });
  writeFileSync(path.join(cluster, "PG_VERSION"), "18\n");
  const DATA_DIR = path.join(folder, "installation");

  expect(await runCommand(process.execPath, ["scripts/demo.mjs"], { env: { DATA_DIR } })).toEqual({
    code: 1,
    output: `The Tattle in ${DATA_DIR} is not a demo. Set DATA_DIR to another folder, or unset it.\n`,
  });
});

test("the demo reads no `.env`: that is another Tattle’s", async () => {
  const root = path.join(folder, "root");
  mkdirSync(root);
  // Not the programs that are compiled either: they import the scripts next to them.
  const own = ["scripts", "dist", ".git", ".data", ".env"];
  const names = readdirSync(".").filter((name) => !own.includes(name));
  for (const name of names) symlinkSync(path.resolve(name), path.join(root, name));
  cpSync("scripts", path.join(root, "scripts"), { recursive: true });
  writeFileSync(path.join(root, ".env"), `SIGN_UP=maybe\nDATA_DIR=${path.join(folder, "installation")}\n`);
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as { port: number };

  const env = { DATA_DIR: path.join(folder, "demo"), PORT: String(port), SIGN_UP: undefined };
  const { output } = await runCommand(process.execPath, [path.join(root, "scripts", "demo.mjs")], { env });
  other.close();

  expect(output).toContain(`PORT: port ${port} is taken.`);
}, 90_000);
