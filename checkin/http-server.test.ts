import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { NO_BODY, type ReceivedBody } from "@/lib/rules/reports/received-body";
import { MAX_BODY_BYTES } from "@/lib/rules/reports/report";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { readBody } from "./body";
import { createCheckInServer } from "./http-server";

let server: Server;
let url = "";
beforeAll(async () => {
  server = createCheckInServer().listen(0);
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const port = () => Number(new URL(url).port);

const listCheckIns = (snitchId: string) =>
  db.checkIn.findMany({ where: { snitchId }, orderBy: { id: "asc" } });

/** Sends these bytes as they are, and returns everything that the server sends until it closes the connection. */
async function sendRaw(text: string, { halfClose = false } = {}): Promise<string> {
  const socket = connect({ port: port(), host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => (received += chunk));
  socket.on("error", () => {});
  if (halfClose) socket.end(text, "latin1");
  else socket.write(text, "latin1");
  await Promise.race([once(socket, "end"), once(socket, "close")]);
  socket.destroy();
  return received;
}

describe("every method", () => {
  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"])("%s checks in", async (method) => {
    const snitch = await aSnitch();

    const response = await fetch(`${url}/${snitch.token}`, { method });

    expect(response.status).toBe(202);
    expect(await response.text()).toBe("Got it, thanks!\n");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "9",
      "x-ratelimit-reset": expect.stringMatching(/^\d+$/),
    });
    expect(await listCheckIns(snitch.id)).toMatchObject([{ method, address: "127.0.0.1", accepted: true }]);
  });

  test("HEAD checks in and receives no body", async () => {
    const snitch = await aSnitch();

    const response = await sendRaw(`HEAD /${snitch.token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

    expect(response).toMatch(/^HTTP\/1.1 202 Accepted\r\n.*\r\n\r\n$/s);
    expect(await listCheckIns(snitch.id)).toMatchObject([{ method: "HEAD" }]);
  });

  test("every response has the rate limit headers, even if the request does not count", async () => {
    const snitch = await aSnitch();
    const responses = [
      await fetch(`${url}/${snitch.token}`),
      await fetch(`${url}/${snitch.token}`, { method: "OPTIONS" }),
      await fetch(`${url}/0000000000000000`),
      await fetch(`${url}/`),
    ];

    expect(responses.map(({ status }) => status)).toEqual([202, 204, 404, 404]);
    const rates = responses.map(({ headers }) =>
      ["limit", "remaining"].map((name) => headers.get(`x-ratelimit-${name}`)),
    );
    expect(rates).toEqual([
      ["10", "9"],
      ["10", "10"],
      ["10", "10"],
      ["10", "10"],
    ]);
    for (const { headers } of responses) expect(headers.get("x-ratelimit-reset")).toMatch(/^\d+$/);
  });

  test("the request id of a response is the id of the check-in's row", async () => {
    const snitch = await aSnitch();

    const responses = [await fetch(`${url}/${snitch.token}`), await fetch(`${url}/${snitch.token}`)];

    const ids = responses.map(({ headers }) => headers.get("x-request-id"));
    expect((await listCheckIns(snitch.id)).map(({ id }) => id)).toEqual(ids);
  });

  test("OPTIONS responds to a browser and does not check in", async () => {
    const snitch = await aSnitch();

    const response = await fetch(`${url}/${snitch.token}`, { method: "OPTIONS" });

    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    expect(await listCheckIns(snitch.id)).toEqual([]);
  });
});

test.each([
  ["a query", "?m=42%20rows&s=0", {}],
  ["a form", "", { body: new URLSearchParams({ m: "42 rows", s: "0" }) }],
  ["JSON", "", { body: '{"m":"42 rows"}', headers: { "content-type": "application/json" } }],
  ["text", "", { body: "42 rows" }],
])("a message can be sent in %s", async (_, query, sent) => {
  const snitch = await aSnitch();

  const { status } = await fetch(
    `${url}/${snitch.token}${query}`,
    "body" in sent ? { method: "POST", ...sent } : {},
  );

  expect(status).toBe(202);
  expect(await listCheckIns(snitch.id)).toMatchObject([{ message: "42 rows" }]);
});

test("the beginning of a large body is kept, and the client can send all of it", async () => {
  const snitch = await aSnitch();

  const response = await fetch(`${url}/${snitch.token}`, { method: "POST", body: "log ".repeat(1_000_000) });

  expect(response.status).toBe(202);
  const [checkIn] = await listCheckIns(snitch.id);
  expect(checkIn?.message).toBe("log ".repeat(2_500));
});

test("a compressed message is read, also in chunks", async () => {
  const snitch = await aSnitch();
  const body = new ReadableStream({
    start(controller) {
      for (const byte of gzipSync("42 rows")) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const headers = { "Content-Encoding": "gzip", "Content-Type": "text/plain" };

  const options = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const { status } = await fetch(`${url}/${snitch.token}`, options);

  expect(status).toBe(202);
  expect(await listCheckIns(snitch.id)).toMatchObject([{ message: "42 rows" }]);
});

test("the end of a body of 30 MB in chunks is kept", async () => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i}\n`.repeat(100_000));
  const bodies: ReceivedBody[] = [];
  const reader = createServer(async (request, response) => {
    bodies.push(await readBody(request));
    response.end();
  }).listen(0);
  await once(reader, "listening");
  const body = Readable.toWeb(Readable.from(lines.map((line) => Buffer.from(line))));

  const options = { method: "POST", body, duplex: "half" } as unknown as RequestInit;
  await fetch(`http://127.0.0.1:${(reader.address() as AddressInfo).port}`, options);
  reader.close();

  const all = lines.join("");
  expect(bodies).toHaveLength(1);
  expect(bodies[0]?.bytes).toBe(all.length);
  expect(bodies[0]?.head.toString()).toBe(all.slice(0, MAX_BODY_BYTES));
  expect(bodies[0]?.tail.toString()).toBe(all.slice(-100_000));
});

test("a request without a body is read at once", () => {
  expect(readBody({ headers: {} } as IncomingMessage)).toBe(NO_BODY);
});

test("a missing token and an unknown token get a 404 with an explanation", async () => {
  const [missing, unknown] = [await fetch(`${url}/?m=x`), await fetch(`${url}/0123456789abcdef`)];

  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining("snitch's token")]);
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    expect.stringContaining("No snitch has this token"),
  ]);
});

test("beyond the rate limit, the response says when to retry", async () => {
  const snitch = await aSnitch();
  for (let i = 0; i < 10; i += 1) await fetch(`${url}/${snitch.token}`);

  const responses = await Promise.all([1, 2, 3].map(() => fetch(`${url}/${snitch.token}`)));

  // One is accepted if a new minute begins during the test.
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused[0]?.headers.get("x-ratelimit-remaining")).toBe("0");
});

test("of a job that runs every 30 seconds one in 15 seconds is accepted, and a refusal says so", async () => {
  // An hour and a minute that begin only after the test.
  const later = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
  const used = { countedHour: later, hourCount: 10, countedMinute: later };
  const fast = await aSnitch({ ...used, schedule: "every 30 seconds", interval: "1_minute" });
  const slow = await aSnitch(used);

  const [ofFast, ofSlow] = [await fetch(`${url}/${fast.token}`), await fetch(`${url}/${slow.token}`)];

  expect([ofFast.status, ofSlow.status]).toEqual([429, 429]);
  expect(await ofFast.text()).toContain("after the first 10 in an hour, one in 15 seconds is accepted");
  expect(await ofSlow.text()).toContain("after the first 10 in an hour, one a minute is accepted");
  expect(Number(ofFast.headers.get("retry-after"))).toBeLessThanOrEqual(15);
  const before = new Date(Date.now() - 15_000);
  await db.snitch.update({ where: { id: fast.id }, data: { countedMinute: before } });
  expect((await fetch(`${url}/${fast.token}`)).status).toBe(202);
});

describe("a malformed request", () => {
  test("is accepted if its URL is not encoded, as curl sends it", async () => {
    const snitch = await aSnitch();
    const target = Buffer.from(`/${snitch.token}?m=terminée à 5 h&s=3`).toString("latin1");

    const response = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nUser-Agent: curl/8\r\n\r\n`);

    expect(response).toMatch(
      /^HTTP\/1.1 202 Accepted\r\n.*X-RateLimit-Remaining: 9\r\n.*Got it, thanks!\n$/s,
    );
    expect(await listCheckIns(snitch.id)).toMatchObject([
      {
        method: "GET",
        message: "terminée à 5 h",
        exitStatus: "3",
        userAgent: "curl/8",
        address: "127.0.0.1",
      },
    ]);
  });

  test("is accepted if it arrives in several packets", async () => {
    const snitch = await aSnitch();
    const socket = connect({ port: port(), host: "127.0.0.1", noDelay: true });
    const response = once(socket.setEncoding("utf8"), "data");
    for (const packet of [`GET /${snitch.token}?m=é`, "à&s=1 HTTP/1.1\r\nHo", "st: x\r\n\r\n"]) {
      socket.write(packet);
      await fetch(`${url}/healthz`);
    }

    expect(String(await response)).toMatch(/^HTTP\/1.1 202/);
    expect(await listCheckIns(snitch.id)).toMatchObject([{ message: "éà", exitStatus: "1" }]);
  });

  test.each(["Host : x", "Bad Header: 1", "Content-Length: 0\r\nContent-Length: 1"])(
    "is refused if it has the malformed header “%s”",
    async (header) => {
      const snitch = await aSnitch();

      expect(await sendRaw(`GET /${snitch.token} HTTP/1.1\r\n${header}\r\n\r\n`)).toMatch(/^HTTP\/1.1 400/);
      expect(await listCheckIns(snitch.id)).toEqual([]);
    },
  );

  test("is refused along with a valid request still waiting for its response, which gets one", async () => {
    const [valid, malformed] = [await aSnitch(), await aSnitch()];
    const response = await sendRaw(
      `GET /${valid.token} HTTP/1.1\r\nHost: x\r\n\r\nGET /${malformed.token}?m=\xe9 HTTP/1.1\r\nHost: x\r\n\r\n`,
    );

    expect(response.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 202"]);
    expect(await listCheckIns(valid.id)).toHaveLength(1);
    expect(await listCheckIns(malformed.id)).toEqual([]);
  });
});

describe("an old client", () => {
  test("that sends HTTP/1.0 without a Host header can check in", async () => {
    const snitch = await aSnitch();
    expect(await sendRaw(`GET /${snitch.token} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 202/);
  });

  test("that closes its half of the connection gets a response", async () => {
    const snitch = await aSnitch();
    const request = `GET /${snitch.token} HTTP/1.0\r\n\r\n`;
    expect(await sendRaw(request, { halfClose: true })).toMatch(/^HTTP\/1.1 202.*Got it, thanks!\n$/s);
  });

  test("that resets the connection in mid-body is counted, with the message that arrived", async () => {
    const snitch = await aSnitch();
    const socket = connect(port(), "127.0.0.1");
    socket.write(`POST /${snitch.token}?s=3 HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`);
    await eventually(async () => expect(await countConnections(server)).toBeGreaterThan(0));
    await fetch(`${url}/healthz`);
    socket.resetAndDestroy();

    await eventually(async () =>
      expect(await listCheckIns(snitch.id)).toMatchObject([{ message: "half", exitStatus: "3" }]),
    );
  });

  test.each([
    ["a declared length", "Content-Length: 100\r\n\r\nhalf"],
    ["chunks", "Transfer-Encoding: chunked\r\n\r\n9\r\nhalf"],
  ])("that closes its half in mid-body, with %s, is counted", async (_, rest) => {
    const snitch = await aSnitch();
    const request = `POST /${snitch.token} HTTP/1.1\r\nHost: x\r\n${rest}`;

    expect(await sendRaw(request, { halfClose: true })).toMatch(/^HTTP\/1.1 400 /);
    await eventually(async () => expect(await listCheckIns(snitch.id)).toMatchObject([{ message: "half" }]));
  });

  test("that sends a malformed chunk is counted, with the chunks before it", async () => {
    const snitch = await aSnitch();
    const body = "4\r\nhalf\r\nnonsense\r\n";
    await sendRaw(`POST /${snitch.token} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);

    await eventually(async () => expect(await listCheckIns(snitch.id)).toMatchObject([{ message: "half" }]));
  });
});

describe("one connection", () => {
  const get = (token: string) => `GET /${token} HTTP/1.1\r\nHost: x\r\n\r\n`;

  test("can carry several check-ins in one packet, which get responses in order", async () => {
    const [first, second] = [await aSnitch(), await aSnitch()];
    const last = `GET /0123456789abcdef HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

    const response = await sendRaw(get(first.token) + get(second.token) + last);

    expect(response.match(/^HTTP\/1.1 \d+/gm)).toEqual(["HTTP/1.1 202", "HTTP/1.1 202", "HTTP/1.1 404"]);
    for (const { id } of [first, second]) expect(await listCheckIns(id)).toHaveLength(1);
  });

  test.each(["JUNK", "é!", "\n{}", '{"a": 1}\n\n', "\0\0", "GET / HTTP/1.1\nHost: x\n\n"])(
    "with the stray bytes %j after complete check-ins responds to these, and ends",
    async (stray) => {
      const [first, second] = [await aSnitch(), await aSnitch()];

      const response = await sendRaw(get(first.token) + get(second.token) + stray);

      expect(response.match(/^HTTP\/1.1 \d+/gm)).toEqual(["HTTP/1.1 202", "HTTP/1.1 202"]);
      for (const { id } of [first, second]) expect(await listCheckIns(id)).toHaveLength(1);
    },
  );

  test("whose Content-Length counts characters gets a response and closed", async () => {
    const snitch = await aSnitch();
    const message = "größer als gedacht: été";
    const request = `POST /${snitch.token} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${message.length}\r\n\r\n`;

    const response = await sendRaw(request + Buffer.from(message).toString("latin1"));

    expect(response).toMatch(/^HTTP\/1.1 202 .*Connection: close.*thanks!\n$/s);
    expect(await listCheckIns(snitch.id)).toMatchObject([{ message: expect.stringContaining("größer als") }]);
  });

  test("accepts a malformed check-in after a well-formed one got a response", async () => {
    const [first, second] = [await aSnitch(), await aSnitch()];
    const socket = connect({ port: port(), host: "127.0.0.1" }).setEncoding("latin1");
    socket.write(get(first.token));
    await once(socket, "data");
    socket.write(`GET /${second.token}?m=\xe9t\xe9 HTTP/1.1\r\nHost: x\r\n\r\n`, "latin1");
    const [response] = await once(socket, "data");

    expect(response).toMatch(/^HTTP\/1.1 202 .*Connection: close/s);
    expect(await listCheckIns(second.id)).toHaveLength(1);
  });

  test("that only opens and closes is not an error", async () => {
    expect(await sendRaw("", { halfClose: true })).toBe("");
  });
});

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe("an invalid request", () => {
  test("with too long headers gets a 431", async () => {
    const response = await sendRaw(`GET /x HTTP/1.1\r\nHost: x\r\nX-Bomb: ${"x".repeat(100_000)}\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1.1 431 .*the maximum is 64 KiB/s);
  });

  test("that is not HTTP gets a 400", async () => {
    expect(await sendRaw("HELLO THERE\r\n\r\n")).toMatch(/^HTTP\/1.1 400 .*request_malformed/s);
  });
});

test("the server also listens on IPv6 if the machine has it", async () => {
  const { family, port } = server.address() as AddressInfo;
  if (family !== "IPv6") return;
  const snitch = await aSnitch();

  expect((await fetch(`http://[::1]:${port}/${snitch.token}`)).status).toBe(202);
  expect(await listCheckIns(snitch.id)).toMatchObject([{ address: "::1" }]);
});
