import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { aReceiver, type Receiver } from "@/testing/receiver";
import * as commands from "./client-commands";
import { findReportingKey, makeSnitches, revokeFormerKey } from "./discover/make-snitches";
import type { PlannedJob } from "./discover/plan";
import { endSnitches } from "./end-snitches";
import { CliError } from "./exit";
import { sendRequest, Unreachable } from "./http";
import { readMoment } from "./moment";
import { askServer, type SnitchReference } from "./server";
import { deliver } from "./spool/deliver";

const MIB = 1024 * 1024;
/** What the system holds of a connection that no one reads. */
const BUFFERED_BYTES = 12 * MIB;
const TIMEOUT_MS = 20_000;

let respond: (response: ServerResponse, url: string) => void;
let server: Receiver;
let sockets: Socket[];
let printed: string;
let state: string;
beforeAll(async () => {
  server = await aReceiver((response, { path: url }) => {
    if (response.socket) sockets.push(response.socket);
    respond(response, url);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  [sockets, printed] = [[], ""];
  server.requests.length = 0;
  state = mkdtempSync(path.join(os.tmpdir(), "tattle-hostile-"));
  vi.stubEnv("TATTLE_STATE_DIR", state);
  vi.stubEnv("TATTLE_KEY", "key");
  vi.stubEnv("NO_COLOR", "1");
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed += text;
      return true;
    });
});
afterEach(() => {
  rmSync(state, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const settings = () => ({ url: new URL(server.url).origin, key: "key" });
const job = { slug: "job", name: "Job", schedule: "0 3 * * *", timezone: "UTC", grace: null } as PlannedJob;

async function report(snitch: SnitchReference): Promise<void> {
  const sent = { server: settings().url, snitch, signal: "0", parameters: { rid: "a" }, at: readMoment() };
  const result = await deliver(sent, Buffer.from("output"), settings(), { timeoutMs: TIMEOUT_MS });
  // As `run` and `flush` say it.
  if (result.outcome !== "delivered") throw new CliError(result.reason);
}

type Options = { url: string; raw?: boolean };

/** All that asks a server, and the most that it reads of one response. */
const ASKS: [what: string, ask: (options: Options) => Promise<unknown>, maxBytes?: number][] = [
  ["list", (options) => commands.list(options), 16 * MIB],
  ["show", (options) => commands.show(options, "t")],
  ["runs", (options) => commands.runs(options, "t")],
  ["output of the latest run", (options) => commands.output(options, "t")],
  ["output", (options) => commands.output(options, "t", "r"), 8 * MIB],
  ["ping", (options) => commands.ping(options, "t")],
  ["pause", (options) => commands.pause(options, "t")],
  ["unpause", (options) => commands.unpause(options, "t")],
  ["snooze", (options) => commands.snooze(options, "t", "2h")],
  ["incidents", (options) => commands.incidents(options)],
  ["ack", (options) => commands.acknowledge(options, "t")],
  ["doctor", (options) => commands.doctor(options)],
  ["login", ({ url }) => askServer(url, TIMEOUT_MS)],
  ["discover", () => makeSnitches(settings(), [job], "db7")],
  ["the key of discover", () => findReportingKey(settings(), "db7", "root")],
  ["the keys of discover", () => revokeFormerKey(settings(), "db7", { url: settings().url, key: "former" })],
  [
    "undo --remove",
    ({ url }) => endSnitches(["t"], { remove: true }, { settings: () => ({ url, key: "k" }), command: "x" }),
  ],
  ["machine remove", (options) => commands.removeMachine(options, "db7"), 16 * MIB],
  ["run by a slug", () => report({ kind: "slug", slug: "job" })],
  ["run by a token", () => report({ kind: "token", token: "t" })],
  ["run by an address", () => report({ kind: "url", checkInUrl: `${settings().url}/t` })],
];

/** What a command says at its end: nothing, or one sentence. Anything else is one of our failures. */
async function sentenceOf(ask: (options: Options) => Promise<unknown>): Promise<string> {
  try {
    await ask({ url: settings().url });
    return "";
  } catch (thrown) {
    if (!(thrown instanceof CliError || thrown instanceof Unreachable)) throw thrown;
    expect(thrown.message).not.toBe("");
    expect(thrown.message.length).toBeLessThan(500);
    return thrown.message;
  }
}

const writeForever = (response: ServerResponse, chunk: Buffer) => {
  const write = () => {
    while (response.write(chunk));
    response.once("drain", write);
  };
  write();
};

/** Each server has closed its side, and nothing more is sent. */
const untilClosed = () =>
  Promise.all(
    sockets.map((socket) => socket.destroyed || new Promise((resolve) => socket.once("close", resolve))),
  );

test.each(ASKS)("%s: an answer without an end is not read to its end", async (what, ask, maxBytes = MIB) => {
  respond = (response) => writeForever(response, Buffer.alloc(65_536, "["));

  const sentence = await sentenceOf(ask);

  if (what !== "doctor") expect(sentence).toContain(`responded with more than ${maxBytes / MIB} MiB`);
  await untilClosed();
  expect(sockets.length).toBeGreaterThan(0);
  for (const { bytesWritten } of sockets) expect(bytesWritten).toBeLessThan(maxBytes + BUFFERED_BYTES);
});

const BOMB = gzipSync(Buffer.alloc(64 * MIB));

test.each<[string, (response: ServerResponse) => void]>([
  ["nests deep", (response) => response.end("[".repeat(MIB / 2) + "]".repeat(MIB / 2))],
  ["nests without an end", (response) => response.end("[".repeat(MIB))],
  ["is many lists", (response) => response.end(`[${"[],".repeat(MIB / 4)}[]]`)],
  ["is cut", (response) => response.end('[{"token":"')],
  ["is null", (response) => response.end("null")],
  ["refuses with null", (response) => response.writeHead(422).end("null")],
  ["refuses with odd reasons", (response) => response.writeHead(422).end('{"error":{},"validations":[5]}')],
  [
    "refuses at length",
    (response) => response.writeHead(422).end(JSON.stringify({ error: "x".repeat(MIB / 2) })),
  ],
  ["is compressed", (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB)],
  ["leads to a file", (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end()],
  [
    "changes the protocol",
    (response) =>
      response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
  ],
  ["is no HTTP", (response) => response.socket?.end("SSH-2.0-OpenSSH\r\n")],
  ["ends at once", (response) => response.socket?.destroy()],
  [
    "sends check-ins to a file",
    (response) =>
      response.end('{"check_in_url":"file:///etc/passwd","token":"t","version":"1","key":"\u0000"}'),
  ],
  ["says nothing", (response) => response.end()],
])("a response that %s ends each command in one sentence", async (what, hostile) => {
  respond = hostile;
  // These change something, and what gets a response to that is not looked at.
  const looksAtNothing = ["undo --remove", "pause", "unpause", "run by an address"];
  // Who may not list keys is notified which to revoke by hand.
  if (what.startsWith("refuses") || what === "leads to a file") looksAtNothing.push("the keys of discover");
  for (const [name, ask] of ASKS) {
    const sentence = await sentenceOf(ask);
    if (name !== "doctor" && !looksAtNothing.includes(name)) expect([what, name, sentence]).not.toContain("");
  }
  // The request of `doctor` is in its table.
  expect(printed).not.toContain("    at ");
});

test("a response that comes a byte at a time ends with its time", async () => {
  respond = (response) => {
    const timer = setInterval(() => response.write(" "), 5);
    response.once("close", () => clearInterval(timer));
  };

  const sent = sendRequest({ method: "GET", url: server.url, timeoutMs: 300 });

  await expect(sent).rejects.toThrow("no response within 0.3 s");
  await untilClosed();
});

/** Any JSON, and what a command asks for with any texts in it. */
const foreign = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\u001b[2J", "\u009b31m", "\u202e", "\r", "\n", "\u0007"),
    ),
  )
  .map((parts) => parts.join(""));
const time = fc.constantFrom("2026-03-10T03:00:12.345Z", null);
const run = fc.record(
  {
    id: foreign,
    outcome: foreign,
    exit_status: foreign,
    host: foreign,
    started_at: time,
    ended_at: time,
    duration_ms: fc.integer(),
  },
  { requiredKeys: ["id", "outcome", "exit_status", "host"] },
);
const snitch = fc.record({
  token: foreign,
  name: foreign,
  status: foreign,
  tags: fc.array(foreign),
  check_in_url: foreign,
  checked_in_at: time,
  notes: foreign,
  schedule: foreign,
  last_run: run,
});
const incident = fc.record({
  id: foreign,
  snitch: foreign,
  name: foreign,
  url: foreign,
  cause: foreign,
  severity: foreign,
  message: foreign,
  host: foreign,
  opened_at: fc.constant("2026-03-10T03:00:12.345Z"),
});
const responses = fc.record({
  about: fc.oneof(
    fc.jsonValue(),
    fc.record({ check_in_url: fc.constantFrom("http://127.0.0.1:9", "x:"), version: foreign }),
  ),
  snitches: fc.oneof(fc.jsonValue(), fc.array(snitch)),
  snitch: fc.oneof(fc.jsonValue(), snitch),
  incidents: fc.oneof(fc.jsonValue(), fc.array(incident)),
  runs: fc.oneof(fc.jsonValue(), fc.array(run)),
  run: fc.oneof(
    fc.jsonValue(),
    fc.tuple(run, foreign).map(([one, output]) => ({ ...one, output })),
  ),
});

const PATHS: [RegExp, keyof (typeof responses extends fc.Arbitrary<infer Value> ? Value : never)][] = [
  [/well-known/, "about"],
  [/\/runs\/./, "run"],
  [/\/runs/, "runs"],
  [/incidents/, "incidents"],
  [/\/snitches\/./, "snitch"],
  [/./, "snitches"],
];

test.each([
  ["terminal", true],
  ["pipe", false],
])(
  "whatever a server responds, every command ends in one sentence at most, and a %s gets nothing that a terminal obeys",
  async (_, isTTY) => {
    const { isTTY: before } = process.stdout;
    process.stdout.isTTY = isTTY;
    onTestFinished(() => {
      process.stdout.isTTY = before;
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
    const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/;
    // To a pipe, an output goes as it is.
    const asks = isTTY ? ASKS : ASKS.filter(([what]) => !what.startsWith("output"));
    await fc.assert(
      fc.asyncProperty(responses, fc.constantFrom(200, 200, 200, 401, 422), async (given, status) => {
        printed = "";
        respond = (response, url) => {
          const [, name = "about"] = PATHS.find(([pattern]) => pattern.test(url)) ?? [];
          response.writeHead(status).end(JSON.stringify(given[name]));
        };
        const sentences = await Promise.all(asks.map(([, ask]) => sentenceOf(ask)));
        expect(printed).not.toMatch(obeyed);
        expect(sentences).toHaveLength(asks.length);
      }),
      { numRuns: 25 },
    );
  },
);
