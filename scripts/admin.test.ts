import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { onServer } from "./database";
import { takeLock } from "./lock.mjs";
import { removePostgres, startPostgres } from "./postgres";

const dataDir = mkdtempSync(path.join(tmpdir(), "tattle-admin-"));
const postgres = path.join(dataDir, "postgres");
afterAll(() => removePostgres(postgres));

async function bootstrap() {
  const flags = ["--email", "ann@example.com", "--password", "correct horse", "--case", "Acme", "--json"];
  const child = spawn(process.execPath, ["scripts/admin.mjs", "bootstrap", ...flags], {
    env: { ...process.env, DATABASE_URL: "", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return JSON.parse(said.trimEnd().split("\n").at(-1) ?? "");
}

test("a command leaves the database of a running start alone, and stops the one that it started", {
  timeout: 90_000,
}, async () => {
  const server = await startPostgres(postgres, { durable: false });
  const running = takeLock(path.join(dataDir, "running"));

  expect(await bootstrap()).toMatchObject({ email: "ann@example.com", case: { name: "Acme" } });
  const answers = () =>
    onServer(server.url("tattle"), async (client) => (await client.query("SELECT 1")).rowCount);
  expect(await answers()).toBe(1);

  running?.release();
  await bootstrap();
  await expect(answers()).rejects.toThrow();
});
