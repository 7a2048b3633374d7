import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { post } from "./post";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * A receiver that does what `answer` says with each request. `request` and `connection` count from 1. `open`: how many connections
 * are open.
 */
async function aRawReceiver(respond: (socket: Socket, nth: { request: number; connection: number }) => void) {
  const seen = { requests: 0, connections: 0, open: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    seen.connections += 1;
    seen.open += 1;
    const connection = seen.connections;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      seen.open -= 1;
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
      if (!text.endsWith("{}")) return;
      text = "";
      seen.requests += 1;
      respond(socket, { request: seen.requests, connection });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, seen };
}

async function send(url: string, options: { isRepeatable?: boolean; timeoutMs?: number } = {}) {
  const posted = await post(
    { method: "POST", url, headers: {}, body: "{}" },
    { allowPrivate: true, timeoutMs: 60_000, isRepeatable: true, ...options },
  );
  // Its connection is free for the next request a moment after the response.
  await sleep(10);
  return posted;
}

const responded = { kind: "responded", status: 200, text: "ok" };

test("requests that may be repeated share a connection, and others have one each", async () => {
  const { url, seen } = await aRawReceiver((socket) => socket.write(OK));
  for (let i = 0; i < 3; i += 1) expect(await send(url)).toMatchObject(responded);
  expect(seen).toMatchObject({ requests: 3, connections: 1 });
  for (let i = 0; i < 3; i += 1) expect(await send(url, { isRepeatable: false })).toMatchObject(responded);
  expect(seen).toMatchObject({ requests: 6, connections: 4 });
});

test.each([
  ["ends", (socket: Socket) => socket.end()],
  ["resets", (socket: Socket) => socket.resetAndDestroy()],
])(
  "a request over a used connection that the receiver %s just then is sent again over a new one",
  async (_, close) => {
    const { url, seen } = await aRawReceiver((socket, { request }) =>
      request === 2 ? close(socket) : socket.write(OK),
    );
    expect([await send(url), await send(url)]).toMatchObject([responded, responded]);
    expect(seen).toMatchObject({ requests: 3, connections: 2 });
  },
);

test("a request is sent again only once, and then its failure counts", async () => {
  const { url, seen } = await aRawReceiver((socket, { request }) =>
    request === 1 ? socket.write(OK) : socket.destroy(),
  );
  await send(url);
  expect(await send(url)).toMatchObject({ kind: "network_error", reason: "reset", status: null });
  expect(seen).toMatchObject({ requests: 3, connections: 2 });
});

test("a request over a new connection that is closed without a response is not sent again", async () => {
  const { url, seen } = await aRawReceiver((socket) => socket.destroy());
  expect(await send(url)).toMatchObject({ kind: "network_error", reason: "reset", status: null });
  expect(seen).toMatchObject({ requests: 1, connections: 1 });
});

test.each([
  ["status line", "HTTP/1.1 20", { reason: "reset", status: null }],
  ["headers", "HTTP/1.1 200 OK\r\nContent-Le", { reason: "reset", status: null }],
  ["body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", { reason: "closed", status: 200 }],
])(
  "a receiver that dies within the %s of a response is not sent the request again",
  async (_, part, failure) => {
    const { url, seen } = await aRawReceiver((socket, { request }) =>
      request === 1 ? socket.write(OK) : socket.end(part),
    );
    await send(url);
    expect(await send(url)).toMatchObject({ kind: "network_error", ...failure });
    expect(seen).toMatchObject({ requests: 2, connections: 1 });
  },
);

test("a receiver that responds with nothing over a used connection is not sent the request again", async () => {
  const { url, seen } = await aRawReceiver((socket, { request }) => request === 1 && socket.write(OK));
  await send(url);
  expect(await send(url, { timeoutMs: 300 })).toMatchObject({ reason: "timeout", status: null });
  expect(seen.requests).toBe(2);
});

test.each([["Connection: close"], ["Keep-Alive: timeout=1"], ["Keep-Alive: timeout=0"]])(
  "no request follows over a connection whose response said “%s”",
  async (header) => {
    const { url, seen } = await aRawReceiver((socket) =>
      socket.write(OK.replace("\r\n\r\n", `\r\n${header}\r\n\r\n`)),
    );
    expect([await send(url), await send(url)]).toMatchObject([responded, responded]);
    expect(seen).toMatchObject({ requests: 2, connections: 2 });
    await eventually(() => expect(seen.open).toBe(0));
  },
);

test("a receiver that closes a connection between two requests gets each of them once", async () => {
  const { url, seen } = await aRawReceiver((socket) => socket.end(OK));
  expect(await send(url)).toMatchObject(responded);
  await eventually(() => expect(seen.open).toBe(0));
  expect(await send(url)).toMatchObject(responded);
  expect(seen).toMatchObject({ requests: 2, connections: 2 });
});

test("an idle connection is closed after two seconds, whatever longer time the receiver announces", async () => {
  const { url, seen } = await aRawReceiver((socket) =>
    socket.write(OK.replace("\r\n\r\n", "\r\nKeep-Alive: timeout=600\r\n\r\n")),
  );
  await send(url);
  expect(seen.open).toBe(1);
  await eventually(() => expect(seen.open).toBe(0));
});

test("about a hundred requests use up a connection", async () => {
  const { url, seen } = await aRawReceiver((socket) => socket.write(OK));
  for (let i = 0; i < 102; i += 1) expect(await send(url)).toMatchObject(responded);
  expect(seen).toMatchObject({ requests: 102, connections: 2 });
});

test("a response that never ends is read up to a limit, and its connection is closed", async () => {
  const { url, seen } = await aRawReceiver((socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    for (let i = 0; i < 40; i += 1) socket.write(chunk);
  });
  const posted = await send(url);
  expect(posted).toMatchObject({ kind: "responded", status: 200 });
  expect(posted.text).toHaveLength(65_536);
  await eventually(() => expect(seen.open).toBe(0));
});

test("an informational response is none", async () => {
  const { url } = await aRawReceiver((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}`));
  expect(await send(url)).toMatchObject(responded);
});
