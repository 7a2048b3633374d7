import { once } from "node:events";
import { createServer, type ServerOptions } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { handleClientErrors } from "./client-errors";

const listen = (options: ServerOptions) => {
  const server = createServer({ requireHostHeader: false, ...options }, ({ method, url }, response) =>
    setImmediate(() => response.end(`${method} ${url}`)),
  );
  handleClientErrors(server);
  return server.listen(0);
};
const server = listen({});
const impatient = listen({ headersTimeout: 50, connectionsCheckingInterval: 10 });
afterAll(() => [server, impatient].map((each) => each.close()));

const open = (to = server) => connect((to.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");

/** Sends these packets, and resolves with everything that is received until the connection ends. */
async function send(packets: string[], to = server): Promise<string> {
  const socket = open(to).setNoDelay();
  let received = "";
  socket.on("data", (chunk) => (received += chunk)).on("error", () => {});
  for (const packet of packets) {
    socket.write(packet);
    await new Promise(setImmediate);
  }
  await new Promise((resolve) => socket.once("close", resolve));
  return received;
}

const REST = "Host: x\r\nConnection: keep-alive\r\n\r\n";

test.each([
  ["GET /t?m=terminée HTTP/1.1", "GET /t?m=termin%c3%a9e"],
  ["GET /t?m=all done&s=1 HTTP/1.1", "GET /t?m=all%20done&s=1"],
  ["POST /t?m=a\tb HTTP/1.0", "POST /t?m=a%09b"],
  ["GET http://x/t?m=é HTTP/1.1", "GET http://x/t?m=%c3%a9"],
])("a target that is not percent-encoded is read, and ends its connection: %s", async (line, read) => {
  const response = await send([`${line}\r\n${REST}GET /next HTTP/1.1\r\n${REST}`]);
  expect(response.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  expect(response).toMatch(/\r\nConnection: close\r\n/);
  expect(response.endsWith(`\r\n\r\n${read}`)).toBe(true);
});

test("a long target that is not percent-encoded may come in several packets", async () => {
  const long = "é".repeat(2_000);
  const packets = [`GET /t?m=${long}`, `${long.slice(0, 500)} HTTP/1.1\r\nConnec`, "tion: close\r\n\r\n"];
  const response = await send(packets);
  expect(response.endsWith(`\r\n\r\nGET /t?m=${"%c3%a9".repeat(2_500)}`)).toBe(true);
});

test.each([
  ["two lengths", ["POST /é HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"]],
  ["a length and chunks", ["POST /é HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}"]],
  ["lines that end in LF alone", ["GET /é HTTP/1.1\nHost: x\n\n"]],
  ["a malformed header", ["GET /é HTTP/1.1\r\nBad Header: 1\r\n\r\n"]],
  ["another protocol", ["GET /é FTP/1.1\r\n\r\n"]],
  ["no path", ["GET é HTTP/1.1\r\n\r\n"]],
  ["a later line that looks like a first one", ["GET /x HTTP/1.1\r\nA: b\r\n", "GET /é HTTP/1.1\r\n\r\n"]],
])("a request with %s is refused", async (_, packets) => {
  expect(await send(packets)).toMatch(/^HTTP\/1.1 400 .*\{"type":"request_malformed","error":"[^"]+"\}$/s);
});

test.each(["", "G", "GET /x HTTP/1.1\r\nHost: x\r\n", "GET /é HT", "GET /é HTTP/1.1\r\nHost"])(
  "a client that stops in mid-head gets a 408: %j",
  async (head) => {
    expect(await send([head], impatient)).toMatch(/^HTTP\/1.1 408 .*timed out\."\}$/s);
  },
);

test.each(["\x16\x03\x01\x02", "hello", "SSH-2.0-OpenSSH"])(
  "a client that speaks another protocol is refused at once: %j",
  async (bytes) => {
    const socket = open();
    socket.write(bytes, "latin1");

    expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 400 /);
  },
);

test("clients that connect together all get responses, whichever of them close early", async () => {
  const clients = Array.from({ length: 600 }, () => open().on("error", () => {}));
  for (const client of clients) client.write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
  for (const client of clients.splice(300)) client.destroy();

  const responses = await Promise.all(clients.map((client) => once(client, "data")));

  for (const client of clients) client.destroy();
  expect(responses.filter(([text]) => text.startsWith("HTTP/1.1 200"))).toHaveLength(300);
});

test("a client that resets the connection at any time does no harm", async () => {
  const request = "POST /é HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf";
  for (let length = 0; length <= request.length; length += 1) {
    const socket = open();
    await once(socket, "connect");
    socket.write(request.slice(0, length), () => socket.resetAndDestroy());
    await once(socket, "close");
  }

  const socket = open();
  socket.write("GET / HTTP/1.0\r\n\r\n");
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 200 /);
});
