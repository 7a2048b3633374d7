import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ALL_KINDS } from "@/lib/channel-kinds/find";
import { withClient } from "@/lib/platform/postgres-server";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { extractReleaseBefore, isReleaseBeforeKnown, RELEASES_BEFORE } from "@/testing/release-before";
import { basic } from "@/testing/requests";
import { openDatabase } from "./open-database";
import { findFreePorts } from "./ports";
import { runCommand, startProcess } from "./process.mjs";

// An operator upgrades a release as docs/deployment.md says, goes back, upgrades again and changes the secret, while jobs check in.

const USER = { email: "demo@example.com", name: "Demo" };
const JOBS = 400;
const CHECK_IN_EVERY_MS = 100;
const RETRY_MS = 50;
const START_TIMEOUT_MS = 600_000;
/** Jobs get responses before all else serves, but for what a busy machine adds. */
const SLACK_MS = 5_000;

/** Kinds of channels, and settings of one, that no release has yet. */
const NEWER = ["goalert", "webhook_secret"];

let folder: string;
let before: string;
let now: string;
let DATA_DIR: string;
let env: Record<string, string | undefined>;
let running: Awaited<ReturnType<typeof start>> | undefined;
let receiver: Receiver;
let key: string;
let session: string;
/** The demo prints it. */
let password: string;
let tokens: string[];

/** The environment of a person, without what the tests set. */
const withoutTests = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => !/^(PATH|HOME|TMPDIR|npm_config_\w+|NODE_EXTRA_CA_CERTS)$/.test(name))
    .map((name) => [name, undefined]),
);

/** Runs a program of a version's folder to its end. */
const run = (cwd: string, ...args: string[]) =>
  runCommand(process.execPath, [path.join(cwd, "scripts", args[0] ?? ""), ...args.slice(1)], {
    env: { ...withoutTests, ...env },
    failure: `${args.join(" ")} failed`,
  });

/** Starts a version, and returns once it says that it serves. */
async function start(cwd: string, says = "Ctrl-C stops everything", program = "start.mjs", more = {}) {
  const started = startProcess(process.execPath, [path.join(cwd, "scripts", program)], {
    env: { ...withoutTests, ...env, ...more },
    stdio: "pipe",
    graceMs: 60_000,
  });
  let output = "";
  for (const stream of [started.child.stdout, started.child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  await vi.waitFor(() => expect(output).toContain(says), { timeout: START_TIMEOUT_MS, interval: 20 });
  return { ...started, output: () => output };
}

/** Stops the version that runs, and starts one. Returns how long that took. */
async function switchTo(cwd: string, more: Record<string, string> = {}): Promise<number> {
  const from = performance.now();
  await running?.stop();
  running = await start(cwd, undefined, undefined, more);
  return performance.now() - from;
}

const call = (address: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${env.PORT}${address}`, {
    redirect: "manual",
    ...init,
    headers: { Authorization: basic(key), "Content-Type": "application/json", ...init.headers },
  });

const post = async (address: string, body: unknown) => {
  const response = await call(address, { method: "POST", body: JSON.stringify(body) });
  const reply = await response.json();
  expect(response.status, JSON.stringify([address, body, reply])).toBe(200);
  return reply;
};

async function signIn(): Promise<string> {
  const readCookies = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";", 1)[0])
      .join("; ");
  const csrf = await call("/api/auth/csrf");
  const { csrfToken } = await csrf.json();
  const response = await call("/api/auth/callback/credentials", {
    method: "POST",
    headers: { Cookie: readCookies(csrf), "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...USER, password, csrfToken, json: "true" }),
  });
  return readCookies(response);
}

/** What people and clients have, which no upgrade may change. */
async function readInstallation() {
  const read = async (address: string) => (await (await call(address)).json()) as Record<string, unknown>[];
  const pick = (rows: Record<string, unknown>[], ...names: string[]) =>
    rows
      .map((row) => names.map((name) => row[name]))
      .toSorted((one, other) => String(one).localeCompare(String(other)));
  const account = await call("/account", { headers: { Cookie: session } });
  return {
    isSignedIn: account.status === 200,
    snitches: pick(await read("/v1/snitches"), "token", "name", "interval", "tags"),
    channels: pick(await read("/v1/channels"), "id", "kind", "name", "enabled"),
  };
}

/**
 * Jobs that check in one after another, each until it has a response, as `curl --retry-connrefused` does. A 429 is one: on a slow machine a
 * job checks in more often than is accepted. The last job is left to `expectDelivery`.
 */
function aLoad() {
  let isOver = false;
  const accepted = new Set<string>();
  let lastAt = performance.now();
  let longestMs = 0;
  const checkIn = async (token: string, message: string) => {
    const url = `http://127.0.0.1:${env.CHECK_IN_PORT}/${token}?m=${message}`;
    for (;;) {
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
      if (response?.status === 202) accepted.add(message);
      if (response?.status === 202 || response?.status === 429) break;
      await sleep(RETRY_MS);
    }
    const at = performance.now();
    longestMs = Math.max(longestMs, at - lastAt);
    lastAt = at;
  };
  const requests: Promise<void>[] = [];
  const sending = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const [token = ""] = tokens.slice(turn % (tokens.length - 1));
      requests.push(checkIn(token, `load-${process.hrtime.bigint()}`));
      await sleep(CHECK_IN_EVERY_MS);
    }
  })();
  return async () => {
    isOver = true;
    await sending;
    await Promise.all(requests);
    return { accepted, longestMs: Math.round(longestMs) };
  };
}

/** The messages of these check-ins that no row has. */
async function findLost(accepted: Set<string>): Promise<string[]> {
  const { url } = await openDatabase(undefined, DATA_DIR, { isInUse: () => true });
  const recorded = await withClient(url, async (client) => {
    const { rows } = await client.query("SELECT message FROM check_ins WHERE message = ANY($1)", [
      [...accepted],
    ]);
    return new Set(rows.map(({ message }) => message));
  });
  return [...accepted].filter((message) => !recorded.has(message));
}

/** Switches to another version under load. All check-ins are recorded, and get responses again before everything serves. */
async function underLoad(act: () => Promise<number>) {
  const stop = aLoad();
  await sleep(2_000);
  const switchMs = await act();
  await sleep(2_000);
  const { accepted, longestMs } = await stop();
  expect(accepted.size).toBeGreaterThan(10);
  await vi.waitFor(async () => expect(await findLost(accepted)).toEqual([]), {
    timeout: 30_000,
    interval: 500,
  });
  console.log(
    `${accepted.size} check-ins, none lost; at most ${longestMs} ms of ${Math.round(switchMs)} without an answer`,
  );
  expect(longestMs).toBeLessThan(switchMs + SLACK_MS);
}

/** A job reports an error, and its webhook is requested: it could be decrypted. */
async function expectDelivery() {
  const count = receiver.requests.length;
  await fetch(`http://127.0.0.1:${env.CHECK_IN_PORT}/${tokens.at(-1)}?s=1`);
  await vi.waitFor(() => expect(receiver.requests.length).toBeGreaterThan(count), { timeout: 20_000 });
  await fetch(`http://127.0.0.1:${env.CHECK_IN_PORT}/${tokens.at(-1)}`);
}

const omitNewer = (settings = {}) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !NEWER.includes(name)));

describe.each(RELEASES_BEFORE)("an installation of %s", (release) => {
  beforeAll(async () => {
    if (!isReleaseBeforeKnown(release)) return;
    folder = mkdtempSync(path.join(tmpdir(), "tattle-upgrade-"));
    [before, now, DATA_DIR] = ["before", "now", "data"].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    receiver = await aReceiver();
    env = {
      ...(await findFreePorts()),
      DATA_DIR,
      ALLOW_PRIVATE_TARGETS: "on",
      API_RATE_PER_MINUTE: "100000",
      LOG_LEVEL: "silent",
    };
    execFileSync("mkdir", [before]);
    await extractReleaseBefore(release, before);
    execFileSync("git", ["clone", "-q", ".", now]);

    // Its demo has two years of history and open incidents.
    const demo = await start(before, "▶", "demo.mjs");
    const { email, name } = USER;
    password = /^Password {3}(.+)$/m.exec(demo.output())?.[1] ?? "";
    await demo.stop();
    running = await start(before);
    const bootstrap = ["bootstrap", "--email", email, "--password", password, "--case", name, "--json"];
    const { output } = await run(before, "admin.mjs", ...bootstrap);
    key = JSON.parse(output.trimEnd().split("\n").at(-1) ?? "").api_key;
    // The receiver of the demo is gone, and a case has at most 20 channels.
    for (const { id } of await (await call("/v1/channels")).json())
      await call(`/v1/channels/${id}`, { method: "DELETE" });
    for (const { kind } of ALL_KINDS.filter((one) => !["web_push", ...NEWER].includes(one.kind)))
      await post("/v1/channels", {
        kind,
        name: `A ${kind}`,
        settings: kind === "webhook" ? { url: receiver.url } : omitNewer(CHANNEL_EXAMPLES[kind]?.settings),
        // Only the webhook of this test is reached from here.
        routing: kind === "webhook" ? undefined : { tags_any: ["none"] },
      });
    tokens = [];
    for (let job = 0; job < JOBS; job += 1)
      tokens.push((await post("/v1/snitches", { name: `Job ${job}`, interval: "daily" })).token);
    session = await signIn();
  }, 1_800_000);

  test("with two years of data it is upgraded and back under load: nothing is lost, and jobs wait for no more than the start", async ({
    skip,
  }) => {
    if (!isReleaseBeforeKnown(release)) return skip(`the git history that contains ${release} is missing`);
    const installation = await readInstallation();
    expect(installation.isSignedIn).toBe(true);
    expect(installation.snitches.length).toBeGreaterThan(JOBS + 30);
    expect(installation.channels.length).toBeGreaterThan(18);

    await underLoad(async () => {
      await run(now, "start.mjs", "--prepare");
      return switchTo(now);
    });
    expect(await readInstallation()).toEqual(installation);
    await expectDelivery();
    await underLoad(() => switchTo(before));
    expect(await readInstallation()).toEqual(installation);
    await expectDelivery();
  }, 600_000);

  test("the secret is changed under load: no one is signed out, and no channel is lost", async ({ skip }) => {
    if (!isReleaseBeforeKnown(release)) return skip(`the git history that contains ${release} is missing`);
    const AUTH_SECRET = "the-second-secret-of-this-installation";
    await switchTo(now);
    const installation = await readInstallation();
    expect(installation.isSignedIn).toBe(true);
    const { output } = await runCommand("cat", [path.join(DATA_DIR, "auth-secret")]);
    const AUTH_SECRET_PREVIOUS = output.trim();

    await underLoad(() => switchTo(now, { AUTH_SECRET, AUTH_SECRET_PREVIOUS }));
    expect(await readInstallation()).toEqual(installation);
    await expectDelivery();
    Object.assign(env, { AUTH_SECRET, AUTH_SECRET_PREVIOUS });
    expect((await run(now, "admin.mjs", "reseal")).output).toMatch(/\d+ channels/);

    delete env.AUTH_SECRET_PREVIOUS;
    await switchTo(now);
    await expectDelivery();
    expect((await readInstallation()).channels).toEqual(installation.channels);
  }, 300_000);

  afterAll(async () => {
    await running?.stop();
    running = undefined;
    receiver?.close();
    // As root, Postgres keeps its data in a folder that its own user can enter.
    const cluster = await realpath(path.join(DATA_DIR, "postgres"));
    for (const name of [cluster, folder]) await rm(name, { recursive: true, force: true });
  }, 120_000);
});
