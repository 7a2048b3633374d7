import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/lib/testing/factories";
import { createCheckInServer } from "./http-server";

let door: Server;
let url = "";
beforeAll(async () => {
  door = createCheckInServer().listen(0);
  await once(door, "listening");
  url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
});
afterAll(() => door.close());

const historyOf = (snitchId: string) => db.checkIn.findMany({ where: { snitchId }, orderBy: { id: "asc" } });

/** Says something to the door, byte by byte as given, and returns all that it answers until it hangs up. */
async function say(text: string, { halfClose = false } = {}): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk) => (answer += chunk));
  socket.on("error", () => {});
  if (halfClose) socket.end(text, "latin1");
  else socket.write(text, "latin1");
  await Promise.race([once(socket, "end"), once(socket, "close")]);
  socket.destroy();
  return answer;
}

describe("every method", () => {
  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"])("%s checks in", async (method) => {
    const snitch = await aSnitch();

    const answer = await fetch(`${url}/${snitch.token}`, { method });

    expect(answer.status).toBe(202);
    expect(await answer.text()).toBe("Got it, thanks!\n");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "9",
      "x-ratelimit-reset": expect.stringMatching(/^\d+$/),
    });
    expect(await historyOf(snitch.id)).toMatchObject([{ method, address: "127.0.0.1", accepted: true }]);
  });

  test("HEAD checks in and gets no body", async () => {
    const snitch = await aSnitch();

    const answer = await say(`HEAD /${snitch.token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1.1 202 Accepted\r\n.*\r\n\r\n$/s);
    expect(await historyOf(snitch.id)).toMatchObject([{ method: "HEAD" }]);
  });

  test("every answer says what the rate is, also one that counts for nothing", async () => {
    const snitch = await aSnitch();
    const answers = [
      await fetch(`${url}/${snitch.token}`),
      await fetch(`${url}/${snitch.token}`, { method: "OPTIONS" }),
      await fetch(`${url}/0000000000000000`),
      await fetch(`${url}/`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([202, 204, 404, 404]);
    const rates = answers.map(({ headers }) =>
      ["limit", "remaining"].map((name) => headers.get(`x-ratelimit-${name}`)),
    );
    expect(rates).toEqual([
      ["10", "9"],
      ["10", "10"],
      ["10", "10"],
      ["10", "10"],
    ]);
    for (const { headers } of answers) expect(headers.get("x-ratelimit-reset")).toMatch(/^\d+$/);
  });

  test("an answer names the row that the check-in became", async () => {
    const snitch = await aSnitch();

    const answers = [await fetch(`${url}/${snitch.token}`), await fetch(`${url}/${snitch.token}`)];

    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    expect((await historyOf(snitch.id)).map(({ id }) => id)).toEqual(ids);
  });

  test("OPTIONS answers a browser and checks nobody in", async () => {
    const snitch = await aSnitch();

    const answer = await fetch(`${url}/${snitch.token}`, { method: "OPTIONS" });

    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(await historyOf(snitch.id)).toEqual([]);
  });
});

test.each([
  ["a query", "?m=42%20rows&s=0", {}],
  ["a form", "", { body: new URLSearchParams({ m: "42 rows", s: "0" }) }],
  ["JSON", "", { body: '{"m":"42 rows"}', headers: { "content-type": "application/json" } }],
  ["text", "", { body: "42 rows" }],
])("a message comes in %s", async (_, query, sent) => {
  const snitch = await aSnitch();

  const { status } = await fetch(
    `${url}/${snitch.token}${query}`,
    "body" in sent ? { method: "POST", ...sent } : {},
  );

  expect(status).toBe(202);
  expect(await historyOf(snitch.id)).toMatchObject([{ message: "42 rows" }]);
});

test("of a large body the beginning is kept, and the client may send all of it", async () => {
  const snitch = await aSnitch();

  const answer = await fetch(`${url}/${snitch.token}`, { method: "POST", body: "log ".repeat(1_000_000) });

  expect(answer.status).toBe(202);
  const [checkIn] = await historyOf(snitch.id);
  expect(checkIn?.message).toBe("log ".repeat(2_500));
});

test("no token, and a token of nobody, are explained in text", async () => {
  const [none, nobody] = [await fetch(`${url}/?m=x`), await fetch(`${url}/0123456789abcdef`)];

  expect([none.status, await none.text()]).toEqual([404, expect.stringContaining("token of a snitch")]);
  expect([nobody.status, await nobody.text()]).toEqual([
    404,
    expect.stringContaining("No snitch has this token"),
  ]);
});

test("beyond the rate the answer says when to come again", async () => {
  const snitch = await aSnitch();
  for (let i = 0; i < 10; i += 1) await fetch(`${url}/${snitch.token}`);

  const answers = await Promise.all([1, 2, 3].map(() => fetch(`${url}/${snitch.token}`)));

  // A minute may begin meanwhile, and lets one in.
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(refused[0]?.headers.get("x-ratelimit-remaining")).toBe("0");
});

describe("a request that is misspelt", () => {
  test("is heard with a target as curl sends it", async () => {
    const snitch = await aSnitch();
    const target = Buffer.from(`/${snitch.token}?m=terminée à 5 h&s=3`).toString("latin1");

    const answer = await say(`GET ${target} HTTP/1.1\r\nHost: x\r\nUser-Agent: curl/8\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1.1 202 Accepted\r\n.*X-RateLimit-Remaining: 9\r\n.*Got it, thanks!\n$/s);
    expect(await historyOf(snitch.id)).toMatchObject([
      {
        method: "GET",
        message: "terminée à 5 h",
        exitStatus: "3",
        userAgent: "curl/8",
        address: "127.0.0.1",
      },
    ]);
  });

  test("is heard when it comes in pieces", async () => {
    const snitch = await aSnitch();
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
    const ended = once(socket.setEncoding("utf8"), "data");
    for (const piece of [`GET /${snitch.token}?m=é`, "à&s=1 HTTP/1.1\r\nHo", "st: x\r\n\r\n"]) {
      socket.write(piece);
      await fetch(`${url}/healthz`);
    }

    expect(String(await ended)).toMatch(/^HTTP\/1.1 202/);
    expect(await historyOf(snitch.id)).toMatchObject([{ message: "éà", exitStatus: "1" }]);
  });

  test.each(["Host : x", "Bad Header: 1", "Content-Length: 0\r\nContent-Length: 1"])(
    "counts, as does a check-in with the header “%s”",
    async (header) => {
      const snitch = await aSnitch();

      expect(await say(`GET /${snitch.token} HTTP/1.1\r\n${header}\r\n\r\n`)).toMatch(/^HTTP\/1.1 202/);
      expect(await historyOf(snitch.id)).toHaveLength(1);
    },
  );

  test("is not heard twice behind a good one on the same connection", async () => {
    const [good, bad] = [await aSnitch(), await aSnitch()];
    await say(
      `GET /${good.token} HTTP/1.1\r\nHost: x\r\n\r\nGET /${bad.token}?m=\xe9 HTTP/1.1\r\nHost: x\r\n\r\n`,
    );

    await fetch(`${url}/healthz`);
    expect((await historyOf(good.id)).length).toBeLessThanOrEqual(1);
    expect(await historyOf(bad.id)).toEqual([]);
  });
});

describe("old clients", () => {
  test("that send neither a Host nor HTTP/1.1 are heard", async () => {
    const snitch = await aSnitch();
    expect(await say(`GET /${snitch.token} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 202/);
  });

  test("that close their half of the connection are answered", async () => {
    const snitch = await aSnitch();
    const asked = `GET /${snitch.token} HTTP/1.0\r\n\r\n`;
    expect(await say(asked, { halfClose: true })).toMatch(/^HTTP\/1.1 202.*Got it, thanks!\n$/s);
  });

  test("that hang up before their body has ended are not taken for heard", async () => {
    const snitch = await aSnitch();
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(`POST /${snitch.token} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`);
    await vi.waitFor(async () => expect(await connectionsOf(door)).toBeGreaterThan(0));
    socket.destroy();
    await fetch(`${url}/healthz`);
    expect(await historyOf(snitch.id)).toEqual([]);
  });
});

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe("what is no request", () => {
  test("with headers that are too long gets 431", async () => {
    const answer = await say(`GET /x HTTP/1.1\r\nHost: x\r\nX-Bomb: ${"x".repeat(100_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 .*text\/plain.*at most 64 KiB/s);
  });

  test("and cannot be understood gets 400", async () => {
    expect(await say("HELLO THERE\r\n\r\n")).toMatch(/^HTTP\/1.1 400 .*text\/plain/s);
  });
});

test("it listens on IPv6 as well, where the machine has it", async () => {
  const { family, port } = door.address() as AddressInfo;
  if (family !== "IPv6") return;
  const snitch = await aSnitch();

  expect((await fetch(`http://[::1]:${port}/${snitch.token}`)).status).toBe(202);
  expect(await historyOf(snitch.id)).toMatchObject([{ address: "::1" }]);
});
