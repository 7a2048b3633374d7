import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as handlers from "@/app/opsgenie/[[...path]]/route";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { installPackage } from "@/testing/apt";
import { runCheckInServer } from "@/testing/check-in-server";
import { ACTOR, aCase, aSnitch } from "@/testing/factories";
import { lacks } from "@/testing/languages";
import { aManagementServer } from "@/testing/management-server";

// Unmodified Opsgenie clients, with another address and key.

const PACKAGES = ["opsgenie-sdk@0.5.1", "request@2.88.2"];
const INSTALL_TIMEOUT_MS = 300_000;

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "tattle-opsgenie-"));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const checkInUrl = runCheckInServer();
let pages: Awaited<ReturnType<typeof aManagementServer>>;
beforeAll(async () => {
  pages = await aManagementServer(handlers);
});
afterAll(() => pages.close());

async function aKey() {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { key } = await createApiKey(caseId, { name: "Opsgenie" }, ACTOR);
  return { caseId, key };
}

test("their SDK for Node.js manages and pings heartbeats", async ({ skip }) => {
  const INSTALL = ["install", "--no-audit", "--no-fund", "--silent", ...PACKAGES];
  writeFileSync(path.join(folder, "package.json"), "{}");
  const isInstalled = await run("npm", INSTALL, { cwd: folder, timeout: INSTALL_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
  if (!isInstalled) skip("npm could not install it");
  const { caseId, key } = await aKey();
  const program = path.join(folder, "program.js");
  writeFileSync(
    program,
    `const { promisify } = require("node:util");
const { heartbeat, configure } = require("opsgenie-sdk");
const call = (name, ...args) => promisify(heartbeat[name].bind(heartbeat))(...args).catch((error) => error);
const identifier = { identifier: "Nightly%20Backup" };
(async () => {
  const results = [];
  const say = async (...args) => results.push(await call(...args));
  configure({ host: process.env.PAGES, api_key: process.env.KEY, maxAttempts: 1 });
  await say("create", { name: "Nightly Backup", interval: 10, intervalUnit: "minutes", enabled: false,
    ownerTeam: { name: "ops" }, alertTags: ["db"], alertPriority: "P2" });
  await say("enable", identifier);
  await say("update", identifier, { interval: 2, intervalUnit: "hours" });
  configure({ host: process.env.CHECK_IN });
  await say("ping", identifier);
  await say("ping", { identifier: "nobody" });
  configure({ host: process.env.PAGES });
  await say("ping", identifier);
  await say("get", identifier);
  await say("list", {});
  await say("disable", identifier);
  await say("delete", identifier);
  await say("get", identifier);
  configure({ api_key: "wrong" });
  await say("list", {});
  console.log(JSON.stringify(results));
})();`,
  );

  const { stdout } = await run(process.execPath, [program], {
    cwd: folder,
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      KEY: key,
      PAGES: `${pages.url}/opsgenie`,
      CHECK_IN: `${checkInUrl()}/opsgenie`,
    },
    timeout: 60_000,
  });

  const pong = { result: "PONG - Heartbeat received", took: expect.any(Number) };
  const shown = {
    name: "Nightly Backup",
    interval: 2,
    intervalUnit: "hours",
    enabled: true,
    expired: false,
    ownerTeam: { name: "ops" },
    alertTags: ["db"],
    alertPriority: "P2",
    lastPingTime: expect.any(String),
  };
  expect(JSON.parse(stdout)).toMatchObject([
    { data: { name: "Nightly Backup", enabled: false } },
    { data: { name: "Nightly Backup", enabled: true } },
    { data: { name: "Nightly Backup", enabled: true, expired: false } },
    pong,
    { httpStatusCode: 404, message: expect.stringContaining("No heartbeat") },
    pong,
    { data: shown },
    { data: { heartbeats: [shown] } },
    { data: { enabled: false } },
    { result: "Deleted" },
    { httpStatusCode: 404 },
    { httpStatusCode: 401, message: expect.any(String) },
  ]);
  expect(await db.snitch.count({ where: { caseId } })).toBe(0);
}, 400_000);

/** How Alertmanager's documentation and users configure the key. */
const CONFIGS = (key: string) => [
  `authorization: { type: GenieKey, credentials: ${key} }`,
  `basic_auth: { password: ${key} }`,
];

test.each([0, 1])(
  "Alertmanager pings, with the key as %i of its ways",
  async (way) => {
    await installPackage("prometheus-alertmanager", "it is Alertmanager");
    expect(lacks("prometheus-alertmanager")).toBe(false);
    const { caseId, key } = await aKey();
    const { id } = await aSnitch({ caseId, slug: "watchdog", schedule: "every 5 minutes" });
    const port = await getPort();
    const file = path.join(folder, `alertmanager-${way}.yml`);
    writeFileSync(
      file,
      `route: { receiver: heartbeat, group_wait: 0s, group_interval: 1s, repeat_interval: 1s }
receivers:
  - name: heartbeat
    webhook_configs:
      - url: ${checkInUrl()}/opsgenie/v2/heartbeats/watchdog/ping
        send_resolved: false
        http_config: { ${CONFIGS(key)[way]} }
`,
    );
    children.push(
      spawn(
        "prometheus-alertmanager",
        [
          `--config.file=${file}`,
          `--storage.path=${path.join(folder, `data-${way}`)}`,
          "--cluster.listen-address=",
          `--web.listen-address=127.0.0.1:${port}`,
        ],
        { stdio: "ignore" },
      ),
    );
    const fire = () =>
      fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify([{ labels: { alertname: "Watchdog" } }]),
      }).then(
        ({ ok }) => ok,
        () => false,
      );

    await expect.poll(fire, { timeout: 60_000 }).toBe(true);
    await expect
      .poll(() => db.checkIn.count({ where: { snitchId: id } }), { timeout: 60_000 })
      .toBeGreaterThan(1);
    expect(await db.checkIn.findFirst({ where: { snitchId: id } })).toMatchObject({
      method: "POST",
      exitStatus: "",
      message: "",
      accepted: true,
    });
  },
  200_000,
);
