import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "@/testing/languages";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { aStateFolder, RUN_PROGRAMS, runCommand, runOnTerminal, TATTLE } from "@/testing/tattle";

// What others wrote, as it comes to a terminal; and a job along with a server that does what it likes.

const MIB = 1024 * 1024;
/** What the system holds of a connection that no one reads. */
const BUFFERED_BYTES = 12 * MIB;

let respond: (response: ServerResponse, url: string) => void;
let server: Receiver;
let sockets: Socket[];
beforeAll(async () => {
  server = await aReceiver((response, { path: url }) => {
    if (response.socket) sockets.push(response.socket);
    respond(response, url);
  });
});
afterAll(() => server.close());
beforeEach(() => {
  sockets = [];
  server.requests.length = 0;
});

function anEnvironment() {
  const state = aStateFolder();
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return { TATTLE_URL: new URL(server.url).origin, TATTLE_KEY: "key", TATTLE_STATE_DIR: state };
}

const writeForever = (response: ServerResponse) => {
  const chunk = Buffer.alloc(65_536, "[");
  const write = () => {
    while (response.write(chunk));
    response.once("drain", write);
  };
  write();
};

const HOSTILE: [what: string, respond: (response: ServerResponse) => void][] = [
  ["answers without an end", writeForever],
  [
    "changes the protocol",
    (response) =>
      response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
  ],
  ["leads to a file", (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end()],
  [
    "sends check-ins to a file",
    (response) => response.end('{"token":"t","check_in_url":"file:///etc/passwd"}'),
  ],
  [
    "has the next attempt wait for years",
    (response) => response.writeHead(503, { "retry-after": "99999999" }).end(),
  ],
];

describe.each(RUN_PROGRAMS.slice(0, 2).filter(({ isMissing }) => !isMissing))("$name", ({ command }) => {
  test.each(HOSTILE)("a job ends as it does alone beside a server that %s", async (_, hostile) => {
    respond = hostile;

    const job = ["sh", "-c", "echo out; sleep 0.5; exit 7"];
    const ended = await runCommand([...command, "--slug", "job", "--", ...job], { env: anEnvironment() });

    expect([ended.status, ended.stdout.toString()]).toEqual([7, "out\n"]);
    expect(ended.stderr).toMatch(/^tattle.*: could not report .+\n$/);
    // The start, the finish, and one more attempt at either.
    expect(server.requests.length).toBeLessThanOrEqual(4);
    for (const { bytesWritten } of sockets) expect(bytesWritten).toBeLessThan(MIB + BUFFERED_BYTES);
  });
});

const TITLE = "\u001b]0;title\u0007";
const NASTY = `${TITLE}\u001b[31m\u009b2J\u202egnp\u0000`;
const SHOWN = "\\u001b]0;title\\u0007\\u001b[31m\\u009b2J\\u202egnp\\u0000";
const AT = "2026-03-10T03:00:12.345Z";
const RUN = { id: NASTY, outcome: NASTY, exit_status: NASTY, host: NASTY, started_at: AT, ended_at: AT };
const SNITCH = {
  token: NASTY,
  name: NASTY,
  status: NASTY,
  tags: [NASTY],
  notes: NASTY,
  check_in_url: NASTY,
  last_run: RUN,
};
const INCIDENT = {
  id: NASTY,
  snitch: NASTY,
  name: NASTY,
  cause: NASTY,
  severity: NASTY,
  opened_at: AT,
  message: NASTY,
};
const RESPONSES: [RegExp, unknown][] = [
  [/runs\/./, { ...RUN, output: NASTY }],
  [/runs/, [RUN]],
  [/incidents/, [INCIDENT]],
  [/snitches\/./, SNITCH],
  [/snitches/, [SNITCH]],
];

/** Responds to what commands ask for, with what a terminal obeys wherever there is a text. */
const respondNastily = (response: ServerResponse, url: string) =>
  response.end(
    JSON.stringify(
      RESPONSES.find(([pattern]) => pattern.test(url))?.[1] ?? { check_in_url: server.url, version: NASTY },
    ),
  );

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;
const onTerminal = test.skipIf(lacks("script"));

/** An argument has no zeros. */
const ARGUMENT = NASTY.replaceAll("\0", "");

onTerminal.each<[string, string[]]>([
  ["list", ["list"]],
  ["list --json", ["list", "--json"]],
  ["show", ["show", "t"]],
  ["show --json", ["show", "t", "--json"]],
  ["runs", ["runs", "t"]],
  ["output of the latest run", ["output", "t"]],
  ["output --json", ["output", "t", "r", "--json"]],
  ["incidents", ["incidents"]],
  ["doctor", ["doctor"]],
  ["open", ["open", ARGUMENT]],
  ["an address that is not there", ["show", "t", "--url", `http://127.0.0.1:9/${ARGUMENT}`]],
  ["a command that there is not", [ARGUMENT]],
])("a terminal obeys nothing that others wrote: %s", async (_, args) => {
  respond = respondNastily;

  const seen = await runOnTerminal([...TATTLE, ...args], { ...anEnvironment(), NO_COLOR: "1" });

  expect(seen).not.toMatch(OBEYED);
  expect(seen).toMatch(/title|\]0;title|%1B/);
});

onTerminal(
  "an error that the server explains is one line, and the terminal obeys nothing in it",
  async () => {
    respond = (response) => response.writeHead(422).end(JSON.stringify({ error: `a\n${NASTY}` }));

    expect(await runOnTerminal([...TATTLE, "show", "t"], anEnvironment())).toBe(`tattle: a ${SHOWN}.\n`);
  },
);

onTerminal(
  "an output is as it was in a pipe and with --raw, and otherwise such as a terminal may have",
  async () => {
    respond = respondNastily;
    const env = anEnvironment();
    const output = [...TATTLE, "output", "t"];

    expect(await runOnTerminal(output, env)).toBe(`${SHOWN}\n`);
    expect(await runOnTerminal([...output, "--raw"], env)).toBe(`${NASTY}\n`);
    expect((await runCommand(output, { env })).stdout.toString()).toBe(`${NASTY}\n`);
  },
);

onTerminal("a crontab cannot command the terminal of whoever looks at what discover would do", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-crontab-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, `crontab${TITLE}`);
  writeFileSync(file, `0 3 * * * /srv/${NASTY.replaceAll("\0", "")} x\n@reboot ${TITLE}\n`);
  const discover = [...TATTLE, "discover", "--crontab", file];

  const seen = await runOnTerminal(discover, anEnvironment());
  const json = await runOnTerminal([...discover, "--json"], anEnvironment());

  for (const text of [seen, json]) {
    expect(text).toContain("\\u001b]0;title\\u0007");
    expect(text).not.toMatch(OBEYED);
  }
  expect(JSON.parse(json).jobs.length).toBeGreaterThan(0);
});
