import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/lib/testing/factories";
import { configureServer } from "./configure-server";

const server = createServer((request, response) => response.end(`${request.url?.length}`));
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

/** Sends raw bytes, and resolves with the whole response. */
async function send(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let response = "";
  socket.setEncoding("utf8").on("data", (chunk) => (response += chunk));
  socket.write(text);
  await once(socket, "close");
  return response;
}

test("a check-in whose message is not percent-encoded is recorded", async () => {
  const { id, token } = await aSnitch();

  expect(await send(`GET /c/${token}?m=é HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 202 /);
  expect(await db.checkIn.findMany({ where: { snitchId: id } })).toMatchObject([{ message: "é" }]);
});

test("any other request that is not percent-encoded is refused, also if its path ends with a token", async () => {
  const { id, token } = await aSnitch();

  expect(await send(`GET /v1/snitches/${token}?tags=é HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 400 /,
  );
  expect(await db.checkIn.findMany({ where: { snitchId: id } })).toEqual([]);
});

test("a client that offers HTTP/2 is answered in HTTP/1.1", async () => {
  const offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk";

  expect(await send(`GET /12345 HTTP/1.0\r\nHost: x\r\n${offer}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 .*6$/s);
});

test("a percent-encoded message of 10,000 characters fits into a query", async () => {
  const path = `/c/x?m=${"%C3%A9".repeat(10_000)}`;

  expect(await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain("60007");
});
