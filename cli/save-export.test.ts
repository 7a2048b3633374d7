import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runApiServer } from "@/testing/api-server";
import { aRun, aSnitch } from "@/testing/factories";
import { aClient } from "@/testing/requests";
import { aStateFolder, runCommand, TATTLE } from "@/testing/tattle";

const apiUrl = runApiServer();

/** Exports runs into a folder of its own, from a server. */
async function exportRuns(url: string, key: string, ...options: string[]) {
  const folder = aStateFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const output = path.join(folder, "october");
  const run = async () => {
    const args = ["export", "runs", "--from", "2026-03-01", "--output", output, ...options];
    const env = { TATTLE_URL: url, TATTLE_KEY: key, TATTLE_STATE_DIR: folder, XDG_CONFIG_HOME: folder };
    const { status, stdout, stderr } = await runCommand([...TATTLE, ...args], { env });
    return {
      status,
      stdout: stdout.toString().replace(output, "october"),
      stderr: stderr.replace(output, "october"),
    };
  };
  return { output, folder, run };
}

test.each([[], ["--format", "csv"]])("an export is saved once, with its trailer: %j", async (...options) => {
  const { theCase, key, get } = await aClient();
  const { id: snitchId } = await aSnitch({ caseId: theCase.id, tags: ["db"], status: "healthy" });
  for (const minute of [1, 2]) await aRun({ snitchId, at: new Date(Date.UTC(2026, 2, 10, 0, minute)) });
  const { output, run } = await exportRuns(apiUrl(), key, "--to", "2026-04-01", "--tag", "db", ...options);
  const ended = await run();
  const saved = readFileSync(output, "utf8");
  const expected = await get(`/v1/export/runs?from=2026-03-01&to=2026-04-01&format=${options[1] ?? "jsonl"}`);
  expect(saved).toBe(await expected.text());
  const [sha256] = /[\da-f]{64}(?=\W*$)/.exec(saved) ?? [];
  expect(ended).toEqual({ status: 0, stderr: "", stdout: `Saved 2 rows to october. SHA-256: ${sha256}\n` });
  expect(await run()).toMatchObject({
    status: 1,
    stderr: "tattle: october exists. Choose another file with --output.\n",
  });
});

test("what is refused, and a part that is not stored any more, are said", async () => {
  const { key } = await aClient();
  const refused = await exportRuns(apiUrl(), key, "--to", "tomorrow");
  expect(await refused.run()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("to must be a date"),
  });
  expect(readdirSync(refused.folder)).toEqual([]);
  const long = await exportRuns(apiUrl(), key, "--from", "2001-01-01");
  expect(await long.run()).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/The history before 20\d\d-.* is no longer stored/),
  });
});

const ROWS = '{"id":1}\n{"id":2}\n';
const trailerOf = (rows: string) =>
  `{"rows": 2, "sha256": "${createHash("sha256").update(rows).digest("hex")}"}\n`;

test.each<[string, (response: ServerResponse) => void, string]>([
  ["a connection that is cut", (response) => response.write(ROWS, () => response.destroy()), "cut off"],
  [
    "a connection that is cut just before the end",
    (response) => response.write(ROWS + trailerOf(ROWS).slice(0, -1), () => response.destroy()),
    "cut off",
  ],
  ["a proxy that ends what was cut", (response) => response.end(ROWS), "cut off"],
  ["a trailer that is cut", (response) => response.end(ROWS + trailerOf(ROWS).slice(0, -9)), "cut off"],
  ["an empty response", (response) => response.end(), "cut off"],
  [
    "another row",
    (response) => response.end(ROWS.replace("1", "3") + trailerOf(ROWS)),
    "differs from its trailer",
  ],
])("%s saves nothing, and says why", async (_, respond, why) => {
  const server = createServer((_request, response) => respond(response)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { output, folder, run } = await exportRuns(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    "key",
  );
  expect(await run()).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(why) });
  expect([existsSync(output), readdirSync(folder)]).toEqual([false, []]);
});
