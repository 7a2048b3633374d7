import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { aConfiguredServer } from "@/testing/configured-server";
import { eventually } from "@/testing/eventually";
import { aCaseWith } from "@/testing/members";
import { aSessionCookie } from "@/testing/session-cookie";
import { MAX_BODY_BYTES, MAX_FILE_BODY_BYTES } from "./body-limits";

/** What reaches Next.js: each request that it is given, with the bytes of its body. */
const handled: { url: string; bytes: number }[] = [];

function respond(request: IncomingMessage, response: ServerResponse) {
  const one = { url: request.url ?? "", bytes: 0 };
  handled.push(one);
  request
    .on("data", ({ length }) => (one.bytes += length))
    .on("end", () => response.end(`${one.bytes}`))
    .on("error", () => {});
}

const server = aConfiguredServer(respond);
beforeEach(() => {
  handled.length = 0;
});

const port = () => (server.address() as AddressInfo).port;

type Sent = { path: string; headers?: string[]; body?: Buffer | string };

/** Sends a head and what is given of a body. The response is what has arrived. */
function open({ path, headers = [], body = "" }: Sent): { socket: Socket; read: () => string } {
  const socket = connect(port(), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk) => (received += chunk));
  socket.on("error", () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${headers.map((h) => `${h}\r\n`).join("")}\r\n`,
  );
  if (body.length > 0) socket.write(body);
  return { socket, read: () => received };
}

async function responseTo(sent: Sent): Promise<string> {
  const { socket, read } = open(sent);
  await eventually(() => expect(read()).toMatch(/\r\n\r\n/));
  await sleep(20);
  socket.destroy();
  return read();
}

const length = (bytes: number) => `Content-Length: ${bytes}`;
const CHUNKED = "Transfer-Encoding: chunked";
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;

test("a body of 64 KiB reaches the page whole, by its length or in chunks", async () => {
  const whole = Buffer.alloc(MAX_BODY_BYTES, "x");
  expect(await responseTo({ path: "/sign-in", headers: [length(MAX_BODY_BYTES)], body: whole })).toMatch(
    /^HTTP\/1.1 200 .*65536$/s,
  );
  const chunks = `${chunk(1)}${chunk(MAX_BODY_BYTES - 1)}0\r\n\r\n`;
  expect(await responseTo({ path: "/sign-in", headers: [CHUNKED], body: chunks })).toMatch(/^HTTP\/1.1 200 /);
  expect(handled.map(({ bytes }) => bytes)).toEqual([MAX_BODY_BYTES, MAX_BODY_BYTES]);
});

test.each([
  "/sign-in",
  "/",
  "/api/auth/callback/credentials",
  "/api/a%75th/x",
  "/c/../sign-in",
  "/unsubscribe/x",
  "/nowhere",
])(
  "a stranger’s larger body for %s is refused at once, before anything is read, and never reaches the page",
  async (path) => {
    for (const headers of [
      [length(20_900_000)],
      [length(MAX_BODY_BYTES + 1)],
      [length(20_900_000), "Expect: 100-continue"],
    ]) {
      expect(await responseTo({ path, headers })).toMatch(/^HTTP\/1.1 413 .*Connection: close.*too large/s);
    }
    const chunks = chunk(MAX_BODY_BYTES) + chunk(1);
    expect(await responseTo({ path, headers: [CHUNKED], body: chunks })).toMatch(/^HTTP\/1.1 413 /);
    expect(handled).toEqual([]);
  },
);

test("a client that reads the response only after its whole body has it", async () => {
  const body = Buffer.alloc(5_000_000, "x");
  const response = await fetch(`http://127.0.0.1:${port()}/sign-in`, { method: "POST", body });
  expect([response.status, await response.text()]).toEqual([
    413,
    expect.stringMatching(/^This request is too large/),
  ]);
});

test("who may import may send 20 MB there, who may configure 4 MB, and no one else, and nowhere else", async () => {
  const { caseId, owner, viewer } = await aCaseWith({ owner: "owner", viewer: "viewer" });
  const body = Buffer.alloc(20_000_000, "x");
  const status = async (path: string, cookie: string, sent = body) =>
    (await fetch(`http://127.0.0.1:${port()}${path}`, { method: "POST", body: sent, headers: { cookie } }))
      .status;
  const [ours, viewers] = [await aSessionCookie(owner.id), await aSessionCookie(viewer.id)];
  const [file, configuration] = [`/${caseId}/import/kuma`, `/${caseId}/settings/configuration`];

  expect(await status(file, ours)).toBe(200);
  expect(await status(configuration, ours)).toBe(413);
  expect(await status(configuration, ours, body.subarray(0, 4_000_000))).toBe(200);
  expect(handled.map(({ bytes }) => bytes)).toEqual([body.length, 4_000_000]);
  expect(await status(file, viewers)).toBe(413);
  expect(await status(file, "next-auth.session-token=forged")).toBe(413);
  expect(await status(file, "")).toBe(413);
  expect(await status(`/${caseId}`, ours)).toBe(413);
  expect(await status("/00000000-0000-4000-8000-000000000000/import/kuma", ours)).toBe(413);
  expect(handled).toHaveLength(2);
});

test("forms of people who are signed in may have 1 MiB, also in chunks", async () => {
  const { caseId, owner } = await aCaseWith({ owner: "owner" });
  const cookie = `Cookie: ${await aSessionCookie(owner.id)}`;
  const body = Buffer.alloc(500_000, "x");
  expect(await responseTo({ path: `/${caseId}/new`, headers: [cookie, length(body.length)], body })).toMatch(
    /500000$/,
  );
  const chunks = `${chunk(300_000)}${chunk(200_000)}0\r\n\r\n`;
  expect(await responseTo({ path: `/${caseId}/new`, headers: [cookie, CHUNKED], body: chunks })).toMatch(
    / 200 /,
  );
});

test("files share a budget: one more is refused with a time to retry, and the room is free when they end", async () => {
  const { caseId, owner, admin, member } = await aCaseWith({
    owner: "owner",
    admin: "admin",
    member: "member",
  });
  const headersOf = async ({ id }: { id: string }) => [
    `Cookie: ${await aSessionCookie(id)}`,
    length(MAX_FILE_BODY_BYTES),
  ];
  const senders = await Promise.all([owner, admin, member].map(headersOf));
  const [headers = []] = senders;
  const path = `/${caseId}/import/kuma`;
  // Three people at once: two have room, no matter who comes first.
  const unfinished = senders.map((headers) => open({ path, headers }));
  await eventually(() => {
    const refused = unfinished.map(({ read }) => read()).filter((response) => response !== "");
    expect(refused).toEqual([expect.stringMatching(/^HTTP\/1.1 503 .*Retry-After: 60.*in a minute/s)]);
  });
  for (const { socket } of unfinished) socket.destroy();
  const body = Buffer.alloc(MAX_FILE_BODY_BYTES, "x");
  await eventually(async () => expect(await responseTo({ path, headers, body })).toMatch(/^HTTP\/1.1 200 /));
  expect(handled).toHaveLength(1);
});

/** As many unfinished bodies as fill what all strangers may have together, and what one network may have 16 times. */
async function flood(headers: (i: number) => string[]): Promise<Socket[]> {
  const body = Buffer.alloc(60_000);
  return Promise.all(
    Array.from({ length: 300 }, async (_, i) => {
      const { socket } = open({ path: "/sign-in", headers: [length(65_000), ...headers(i)], body });
      await once(socket, "connect");
      return socket;
    }),
  );
}

const from = (address: string) => `X-Forwarded-For: ${address}`;

const FLOODS: [string, (i: number) => string[]][] = [
  ["one IPv4 address", () => [from("192.0.2.1")]],
  ["an IPv6 /64", (i) => [from(`2001:db8:0:1::${i.toString(16)}`)]],
];

test.each(FLOODS)(
  "while %s sends all that it can, no other network and nobody who is signed in is refused, and no sign-in from there",
  async (_, headers) => {
    const { owner } = await aCaseWith({ owner: "owner" });
    const cookie = `Cookie: ${await aSessionCookie(owner.id)}`;
    const large = Buffer.alloc(60_000, "x");
    const attackers = await flood(headers);
    // The server has responded to those for which there was no room.
    const isRefused = async () =>
      (
        await responseTo({ path: "/sign-in", headers: [length(large.length), ...headers(7)], body: large })
      ).startsWith("HTTP/1.1 503 ");
    await eventually(async () => expect(await isRefused()).toBe(true));

    const form = Buffer.alloc(4 * 1024, "x");
    for (const [sender, body] of [
      [headers(8), form],
      [[from("192.0.2.2")], large],
      [[from("2001:db8:0:2::1")], large],
      [[cookie, ...headers(9)], large],
      [[cookie, ...headers(9)], form],
    ] as const)
      expect([
        sender,
        await responseTo({ path: "/", headers: [length(body.length), ...sender], body }),
      ]).toEqual([sender, expect.stringMatching(/^HTTP\/1.1 200 /)]);
    for (const socket of attackers) socket.destroy();
    await eventually(async () => expect(await isRefused()).toBe(false));
  },
  60_000,
);

test("an account that sends all that it can takes the room of no other account", async () => {
  const { caseId, owner, admin } = await aCaseWith({ owner: "owner", admin: "admin" });
  const [ours, theirs] = [
    `Cookie: ${await aSessionCookie(owner.id)}`,
    `Cookie: ${await aSessionCookie(admin.id)}`,
  ];
  const form = Buffer.alloc(900_000, "x");
  const attackers = Array.from({ length: 40 }, () =>
    open({ path: `/${caseId}/new`, headers: [ours, length(1_000_000)], body: form }),
  );
  await eventually(() =>
    expect(attackers.filter(({ read }) => read().startsWith("HTTP/1.1 503 "))).toHaveLength(38),
  );

  const response = await responseTo({
    path: `/${caseId}/new`,
    headers: [theirs, length(form.length)],
    body: form,
  });

  expect(response).toMatch(/^HTTP\/1.1 200 /);
  for (const { socket } of attackers) socket.destroy();
}, 60_000);

test("a body that does not go on is ended after ten seconds, and never reaches the page", async () => {
  const startedAt = performance.now();
  const bodies = [
    { path: "/sign-in", headers: [length(100)], body: "half" },
    { path: "/sign-in", headers: [CHUNKED], body: chunk(10) },
  ];
  for (const response of await Promise.all(bodies.map(responseTo)))
    expect(response).toMatch(/^HTTP\/1.1 408 /);
  expect(performance.now() - startedAt).toBeGreaterThan(9_000);
  expect(handled).toEqual([]);
});

test("a body that is broken off never reaches the page, and its room is free", async () => {
  for (let i = 0; i < 600; i += 1) {
    const { socket } = open({ path: "/sign-in", headers: [length(60_000)], body: Buffer.alloc(50_000) });
    await once(socket, "connect");
    await new Promise((resolve) => socket.write("", resolve));
    socket.destroy();
  }
  await eventually(async () =>
    expect(await responseTo({ path: "/sign-in", headers: [length(4)], body: "done" })).toMatch(/ 200 .*4$/s),
  );
  expect(handled).toHaveLength(1);
});

test("what has limits of its own arrives as before: check-ins, the API, events of other services", async () => {
  for (const path of [
    "/c/x",
    "/ping/x",
    "/p/x/fail",
    "/v1/snitches",
    "/api/v3/checks/",
    "/api/1/cron/x/",
    "/heartbeats/x",
    "/opsgenie/v2/heartbeats/x/ping",
    "/v2/heartbeats/x/ping",
  ]) {
    const { socket } = open({ path, headers: [length(2_000_000)], body: "beginning" });
    await eventually(() => expect(handled.at(-1)).toMatchObject({ url: path, bytes: 9 }));
    socket.destroy();
  }
});
