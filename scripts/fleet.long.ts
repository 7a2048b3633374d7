import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { ACTOR, aCase, aSnitch, aWebhook, manySnitches } from "@/testing/factories";
import { Machine } from "@/testing/fleet";
import { makeImage, readCompose } from "@/testing/image";
import { basic } from "@/testing/requests";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-image-"));
const image = path.join(folder, "app");
// The secret of this test process, which encrypts the webhooks that it creates.
const { AUTH_SECRET: SECRET = "" } = process.env;
const TOKEN = "a-token-of-the-fleet-that-no-log-may-contain";
const UNPRIVILEGED = 65_534;

const { services } = readCompose({
  POSTGRES_PASSWORD: "unused",
  AUTH_SECRET: SECRET,
  APP_URL: "https://tattle.example",
});
const fleet: Record<"web" | "checkin" | "worker", Machine[]> = { web: [], checkin: [], worker: [] };
const allMachines = () => Object.values(fleet).flat();
afterAll(async () => {
  for (const machine of allMachines()) machine.kill();
  // The image has hundreds of megabytes in small files.
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** A service of compose.yaml as a process on this machine. Only the addresses of the other services differ. */
async function aMachine(name: keyof typeof fleet): Promise<Machine> {
  const [PORT, CHECK_IN_PORT, WORKER_PORT] = [await getPort(), await getPort(), await getPort()];
  const port = { web: PORT, checkin: CHECK_IN_PORT, worker: WORKER_PORT }[name];
  const data = path.join(folder, `${name}-${port}`);
  mkdirSync(data);
  chmodSync(data, 0o777);
  const { command = [], environment = {} } = services[name] ?? {};
  const env = {
    PATH: process.env.PATH,
    ...environment,
    NODE_ENV: "production" as const,
    TATTLE_BUILD: ".next/image",
    DATABASE_URL: process.env.DATABASE_URL,
    REDIS_URL: process.env.TEST_REDIS_URL ?? "",
    DATA_DIR: data,
    PORT: String(PORT),
    CHECK_IN_PORT: String(CHECK_IN_PORT),
    WORKER_PORT: String(WORKER_PORT),
    ALLOW_PRIVATE_TARGETS: "on",
    LOG_LEVEL: "debug",
    METRICS_TOKEN: TOKEN,
    API_RATE_PER_MINUTE: "100000",
  };
  return new Machine({
    name,
    command,
    env,
    cwd: image,
    port,
    uid: process.getuid?.() === 0 ? UNPRIVILEGED : undefined,
  });
}

beforeAll(async () => {
  mkdirSync(image);
  chmodSync(folder, 0o755);
  await makeImage(image);
  for (const name of ["web", "web", "checkin", "checkin", "worker", "worker"] as const)
    fleet[name].push(await aMachine(name));
  await Promise.all(allMachines().map((machine) => machine.start()));
}, 600_000);

/**
 * Sends a request to one of several machines. If it refuses or resets the connection, sends it to the next one, as a load
 * balancer does. If the first had processed such a request, the test would see it twice.
 */
function send(
  machines: Machine[],
  turn: number,
  method: string,
  address: string,
  headers = {},
): Promise<number | string> {
  const once = (url: string) =>
    new Promise<number | string>((resolve) => {
      const outgoing = request(`${url}${address}`, { method, headers, agent: false }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? "no status"));
        response.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "no code"));
      });
      outgoing.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "no code")).end();
    });
  const urlAt = (index: number) => machines[index % machines.length]?.url ?? "";
  const isRefused = (status: number | string) => status === "ECONNREFUSED" || status === "ECONNRESET";
  return once(urlAt(turn)).then((status) => (isRefused(status) ? once(urlAt(turn + 1)) : status));
}

/** Receives the webhooks of the fleet and lists the id of each delivery. */
async function aReceiver() {
  const received: string[] = [];
  const server = createServer((incoming, response) => {
    received.push(String(incoming.headers["webhook-id"]));
    incoming.resume().once("end", () => response.end("thanks"));
  }).listen(0, "127.0.0.1");
  await vi.waitFor(() => expect(server.listening).toBe(true));
  return {
    received,
    url: `http://user:hush@127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}

/** The items of the first list that are not in the second. */
function difference(one: string[], other: string[]): string[] {
  const others = new Set(other);
  return one.filter((text) => !others.has(text));
}

const JOBS = 8;
const SNITCHES = 400;
const OVERDUE = 200;
/** The deadlines pass one after another within this time. */
const SPREAD_MS = 15_000;

test("two of each process, restarted one after another under load, lose nothing and do nothing twice", async () => {
  const receiver = await aReceiver();
  const theCase = await aCase();
  const webhook = await aWebhook({ caseId: theCase.id, url: receiver.url });
  const { key } = await createApiKey(theCase.id, { name: "Fleet" }, ACTOR);
  const snitches = await manySnitches(SNITCHES, { caseId: theCase.id });
  const begin = Date.now() - DEADLINE_ALLOWANCE_MS + 2_000;
  const late = await Promise.all(
    Array.from({ length: OVERDUE }, (_, i) => {
      const deadline = new Date(begin + (i / OVERDUE) * SPREAD_MS);
      return aSnitch({ caseId: theCase.id, status: "healthy", interval: "daily", deadline });
    }),
  );

  let isOver = false;
  const checkIns: { message: string; status: number | string }[] = [];
  const calls: (number | string)[] = [];
  const jobs = Array.from({ length: JOBS }, async (_, job) => {
    for (let i = 0; !isOver; i += 1) {
      const message = `${job}-${i}`;
      const { token } = snitches[(i * JOBS + job) % SNITCHES] ?? { token: "" };
      checkIns.push({ message, status: await send(fleet.checkin, i, "GET", `/${token}?m=${message}`) });
    }
  });
  const clients = Array.from({ length: 2 }, async (_, client) => {
    const { token } = snitches[client] ?? { token: "" };
    for (let i = 0; !isOver; i += 1)
      calls.push(await send(fleet.web, i, "GET", `/v1/snitches/${token}`, { Authorization: basic(key) }));
  });

  const codes: (number | null)[] = [];
  for (const machine of [...fleet.checkin, ...fleet.web, ...fleet.worker]) {
    codes.push(await machine.stop());
    await machine.start();
  }
  await sleep(Math.max(0, begin + SPREAD_MS + DEADLINE_ALLOWANCE_MS - Date.now()));
  isOver = true;
  await Promise.all([...jobs, ...clients]);

  // Next.js shuts down in order, too, but exits with the code of the signal.
  expect(codes).toEqual([0, 0, 143, 143, 0, 0]);
  // The rate limit of a snitch: ten in an hour, then one a minute.
  expect(
    checkIns.map(({ status }) => status).find((status) => status !== 202 && status !== 429),
  ).toBeUndefined();
  expect(calls.find((status) => status !== 200)).toBeUndefined();
  const messages = checkIns.filter(({ status }) => status === 202).map(({ message }) => message);
  const rows = await db.checkIn.findMany({ where: { accepted: true }, select: { message: true } });
  const recorded = rows.map(({ message }) => message);
  expect(difference(messages, recorded), "accepted, but not recorded").toEqual([]);
  expect(difference(recorded, messages), "recorded, but not accepted").toEqual([]);
  expect(recorded.length).toBe(messages.length);
  expect(messages.length).toBeGreaterThan(SNITCHES);
  expect(calls.length).toBeGreaterThan(100);

  const missing = { kind: "missing", caseId: theCase.id } as const;
  // The last deadlines have just passed, and a worker looks for them every three seconds at most.
  await vi.waitFor(
    async () => expect(await db.alert.count({ where: missing })).toBeGreaterThanOrEqual(OVERDUE),
    30_000,
  );
  const alerts = await db.alert.groupBy({ by: ["snitchId"], where: missing, _count: true });
  expect(
    difference(
      late.map(({ id }) => id),
      alerts.map(({ snitchId }) => snitchId),
    ),
  ).toEqual([]);
  expect(alerts.filter(({ _count }) => _count !== 1)).toEqual([]);
  expect(alerts.length).toBe(OVERDUE);
  const deliveries = await db.delivery.findMany({
    where: { channelId: webhook.id },
    select: { id: true, acceptedAt: true },
  });
  await vi.waitFor(
    () => expect(receiver.received.toSorted()).toEqual(deliveries.map(({ id }) => id).sort()),
    30_000,
  );
  receiver.close();

  const output = allMachines()
    .map((machine) => machine.output)
    .join("\n");
  for (const secret of [
    SECRET,
    TOKEN,
    key,
    webhook.secret,
    "hush",
    new URL(process.env.DATABASE_URL ?? "").password,
  ])
    expect(output).not.toContain(secret);
  console.log(
    `${messages.length} check-ins, ${calls.length} calls and ${deliveries.length} deliveries through six restarts.`,
  );
}, 240_000);

test("each process exposes Prometheus metrics", async () => {
  const figures = async (machine: Machine | undefined) => {
    const response = await fetch(`${machine?.url}/metrics`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    return response.text();
  };
  const [web, checkin, worker] = await Promise.all(
    [fleet.web, fleet.checkin, fleet.worker].map(([machine]) => figures(machine)),
  );

  expect(web).toMatch(
    /^tattle_api_requests_total\{method="GET",route="\/v1\/snitches\/:token",status="200"\} \d+/m,
  );
  expect(checkin).toMatch(/^tattle_check_ins_total\{outcome="recorded"\} \d+/m);
  expect(checkin).toMatch(/^tattle_check_in_batch_size_count [1-9]/m);
  expect(worker).toMatch(/^tattle_outbox_pending\{kind="delivery"\} \d+$/m);
  // The canary may be due since the latest sweep.
  expect(worker).toMatch(/^tattle_sweep_lag_seconds \d(\.\d+)?$/m);
});

test("operators can run admin commands in the image", async () => {
  const theCase = await aCase();

  const output = await fleet.worker[0]?.run("scripts/admin.mjs", "plan", theCase.id, "team", "--json");

  expect(JSON.parse(output ?? "")).toEqual({ id: theCase.id, plan: "team" });
});

test("the web process resizes no images", async () => {
  const { status } = await fetch(`${fleet.web[0]?.url}/_next/image?url=%2Ficon.svg&w=64&q=75`);

  expect(status).toBe(404);
});

test("behind TLS, every cookie is Secure and pages send HSTS", async () => {
  const [web] = fleet.web;
  const cookies = (await fetch(`${web?.url}/api/auth/csrf`)).headers.getSetCookie();
  const page = await fetch(`${web?.url}/sign-in`);

  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly.*Secure.*SameSite=Lax/);
  expect(page.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  expect(page.headers.get("content-security-policy")).toContain("upgrade-insecure-requests");
});
