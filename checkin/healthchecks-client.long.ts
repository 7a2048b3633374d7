import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { listStoredCheckIns, listStoredRuns, openCheckInHttp } from "@/testing/check-in-http";
import { aSnitch } from "@/testing/factories";

const CLIENT = "healthchecks-io-client@1.0.4";

const folder = await mkdtemp(path.join(tmpdir(), "healthchecks-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Installs the client of the registry as it is. False if the registry cannot be reached. */
function install(): boolean {
  try {
    const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
    execFileSync("npm", ["install", ...options, CLIENT], { timeout: 60_000, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

type PingClient = Record<"success" | "fail", (payload?: string) => Promise<string>> & {
  start: () => Promise<string>;
};

test.skipIf(!install())("healthchecks-io-client pings with another address, and nothing else", async () => {
  const { HealthChecksPingClient } = createRequire(path.join(folder, "index.js"))("healthchecks-io-client");
  const http = await openCheckInHttp();
  const snitch = await aSnitch();
  const baseUrl = `${http.url}/ping`;
  const client: PingClient = new HealthChecksPingClient({
    uuid: toUuid(snitch),
    baseUrl,
    returnResponse: true,
  });

  expect([
    await client.start(),
    await client.success("42 rows"),
    await client.start(),
    await client.fail("disk full"),
    await client.success(),
  ]).toEqual(Array(5).fill("OK"));
  expect(await listStoredRuns(snitch.id)).toMatchObject([{ outcome: "succeeded" }, { outcome: "failed" }]);
  expect((await listStoredCheckIns(snitch.id)).map(({ kind, message }) => [kind, message])).toEqual([
    ["start", ""],
    ["finish", "42 rows"],
    ["start", ""],
    ["finish", "disk full"],
    ["finish", ""],
  ]);

  const unknown = new HealthChecksPingClient({ uuid: "07c2f548-9850-4b27-af5d-6c9dc157ec02", baseUrl });
  await expect(unknown.success()).rejects.toMatchObject({ statusCode: 404 });
  http.close();
});
