import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { POST } from "./c/[[...path]]/route";
import { configureServer } from "./configure-server";

/** As Next.js does: check-ins reach their route, with the body as a web stream. Other requests are echoed. */
async function respond(request: IncomingMessage, response: ServerResponse) {
  const { url = "", method = "", headers } = request;
  if (!/^\/+c\//.test(url)) return response.end(`${method} ${url} ${await text(request).catch(() => "")}`);
  const body = method === "GET" ? null : (Readable.toWeb(request) as ReadableStream);
  const init = { method: "POST", headers: headers as HeadersInit, body, duplex: "half" };
  const reply = await POST(new Request(`http://localhost${url}`, init as RequestInit));
  response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text());
}

const server = createServer(respond);
beforeAll(async () => {
  vi.stubEnv("NODE_ENV", "production");
  server.on("upgrade", () => {}).listen(0);
  await once(server, "listening");
  configureServer(server);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

/** Sends raw bytes, and resolves with the whole response. */
async function send(bytes: string, { halfClose = false } = {}): Promise<string> {
  const socket = connect({ port: port(), host: "127.0.0.1", allowHalfOpen: true });
  let response = "";
  socket.setEncoding("utf8").on("data", (chunk) => (response += chunk));
  if (halfClose) socket.end(bytes);
  else socket.write(bytes);
  socket.on("error", () => {});
  await Promise.race([once(socket, "end"), once(socket, "close")]);
  socket.destroy();
  return response;
}

const listCheckIns = (snitchId: string) => db.checkIn.findMany({ where: { snitchId } });

describe("a check-in", () => {
  test.each([
    ["no host", "GET /c/TOKEN?m=done HTTP/1.1\r\nConnection: close\r\n\r\n", "done"],
    ["a message that is not percent-encoded", "GET /c/TOKEN?m=é HTTP/1.1\r\nHost: x\r\n\r\n", "é"],
    [
      "stray bytes",
      "POST /c/TOKEN HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\ndoneé",
      "done",
    ],
  ])("with %s is recorded, and the connection is closed", async (_, request, message) => {
    const { id, token } = await aSnitch();

    const response = await send(request.replace("TOKEN", token));

    expect(response).toMatch(/^HTTP\/1.1 202 .*Connection: close/s);
    expect(await listCheckIns(id)).toMatchObject([{ message }]);
  });

  test("that ends in mid-body is recorded, with the message that arrived", async () => {
    const { id, token } = await aSnitch();
    const head = `POST /c/${token} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100`;

    expect(await send(`${head}\r\n\r\nhalf`, { halfClose: true })).toMatch(/^HTTP\/1.1 400 /);
    await eventually(async () => expect(await listCheckIns(id)).toMatchObject([{ message: "half" }]));
  });

  test("of a client that resets the connection in mid-body is recorded", async () => {
    const { id, token } = await aSnitch();
    const socket = connect(port(), "127.0.0.1");
    const received = once(server, "request");
    socket.write(`POST /c/${token} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf`);
    await received;
    socket.resetAndDestroy();

    await eventually(async () => expect(await listCheckIns(id)).toHaveLength(1));
  });
});

describe("any other request", () => {
  test.each([
    [
      "DELETE /v1/snitches/x/tags/größe klein HTTP/1.1",
      "DELETE /v1/snitches/x/tags/gr%c3%b6%c3%9fe%20klein ",
    ],
    ["GET /a?q=ü HTTP/1.0", "GET /a?q=%c3%bc "],
    ["PATCH /v1//snitches/ä HTTP/1.1\r\nContent-Length: 2", "PATCH /v1//snitches/%c3%a4 {}"],
  ])("whose target is not percent-encoded is read: %s", async (head, echo) => {
    const response = await send(`${head}\r\nHost: x\r\n\r\n{}`);

    expect(response).toMatch(/^HTTP\/1.1 200 .*Connection: close/s);
    expect(response.split("\r\n\r\n")[1]).toBe(echo);
  });

  test("is never a check-in, even if its path ends with a token", async () => {
    const { id, token } = await aSnitch();

    await send(`GET /v1/snitches/${token}?tags=é HTTP/1.1\r\nHost: x\r\n\r\n`);

    expect(await listCheckIns(id)).toEqual([]);
  });

  test.each([
    "GET /v1/snitches HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n",
    "POST /v1/snitches?é HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    "POST /v1/snitches HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    "POST /v1/snitches HTTP/1.1\r\nHost: x\nContent-Length: 2\r\n\r\n{}",
    "GET /v1/snitches FTP/1.1\r\n\r\n",
  ])("of the API whose meaning is not clear is refused as JSON: %j", async (request) => {
    expect(await send(request)).toMatch(
      /^HTTP\/1.1 400 .*Content-Type: application\/json.*\{"type":"request_malformed","error":"[^"]+"\}$/s,
    );
  });

  test("of the API that ends in mid-body is refused as JSON, because a part of a change is another change", async () => {
    const head = "POST /v1/snitches/x/pause HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n";

    expect(await send(head, { halfClose: true })).toMatch(/^HTTP\/1.1 400 .*request_malformed/s);
  });

  test("with too long headers is refused as JSON", async () => {
    const headers = `HTTP/1.1\r\nHost: x\r\nX-Bomb: ${"x".repeat(70_000)}\r\n\r\n`;

    expect(await send(`GET /v1/snitches ${headers}`)).toMatch(
      /^HTTP\/1.1 431 .*"error":.*the maximum is 64 KiB/s,
    );
  });
});

test("a client that offers HTTP/2 gets a response in HTTP/1.1", async () => {
  const offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk";

  expect(await send(`GET /12345 HTTP/1.0\r\nHost: x\r\n${offer}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 200 .*GET \/12345 $/s,
  );
});

test("a percent-encoded message of 10,000 characters fits into a query", async () => {
  const path = `/a?m=${"%C3%A9".repeat(10_000)}`;

  expect(await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain(`GET ${path}`);
});
