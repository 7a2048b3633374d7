import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestCheckIn } from "@/testing/check-in-request";
import { aManagementClient } from "@/testing/management-client";
import { aManagementServer } from "@/testing/management-server";

const NAME = "healthchecks-io-client";
const VERSION = "1.0.4";

let folder = "";
let server: Awaited<ReturnType<typeof aManagementServer>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tattle-"));
  await promisify(execFile)(
    "npm",
    ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", `${NAME}@${VERSION}`],
    { cwd: folder },
  );
  server = await aManagementServer();
}, 120_000);

afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: the client has no types.
type Loaded = any;

describe("healthchecks-io-client from npm, unchanged but for its address", () => {
  test.each([1, 2, 3])("manages checks by version %i", async (apiVersion) => {
    const { key } = await aManagementClient();
    const { HealthChecksApiClient } = createRequire(path.join(folder, "x.js"))(NAME) as Loaded;
    const options = { apiKey: key, baseUrl: server.url, apiVersion, maxContentLength: 1_000_000 };
    const client = new HealthChecksApiClient(options);

    const created = await client.createCheck({
      name: "Nightly backup",
      tags: "prod db",
      timeout: 3600,
      grace: 600,
      unique: ["name"],
    });
    const uuid = created.ping_url.split("/").at(-1);
    expect(created).toMatchObject({ name: "Nightly backup", tags: "prod db", timeout: 3600, grace: 600 });
    expect(await client.getChecks(["prod", "db"])).toEqual({ checks: [created] });
    expect(await client.getCheck(uuid)).toEqual(created);

    const cron = { schedule: "0 5 * * *", tz: "Europe/Riga" };
    expect(await client.updateCheck(uuid, cron)).toMatchObject({ name: "Nightly backup", ...cron });

    expect(await client.pauseCheck(uuid)).toMatchObject({ status: "paused" });
    expect(await requestCheckIn(`/${uuid}?m=Done`, new Date())).toBe(202);
    expect(await client.pauseCheck(uuid)).toMatchObject({ status: "paused" });

    const { pings } = await client.listPings(uuid);
    expect(pings).toMatchObject([{ n: 1, type: "success", ua: "curl/8.5.0" }]);
    expect((await client.listFlips(uuid)).flips).toHaveLength(2);
    expect(await client.getIntegrations()).toEqual({ channels: [] });

    expect(await client.deleteCheck(uuid)).toMatchObject({ name: "Nightly backup" });
    await expect(client.getCheck(uuid)).rejects.toThrow(/404/);
  });

  test("an invalid key is said to be one", async () => {
    const { HealthChecksApiClient } = createRequire(path.join(folder, "x.js"))(NAME) as Loaded;
    const client = new HealthChecksApiClient({ apiKey: "x".repeat(32), baseUrl: server.url });

    await expect(client.getChecks()).rejects.toThrow(/401/);
  });
});
