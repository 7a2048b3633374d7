import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tolerateMalformedRequests } from "./client-errors";

const server = createServer({ headersTimeout: 50, requireHostHeader: false }, (_, response) =>
  response.end("ok"),
);
tolerateMalformedRequests(server, () => "page");
beforeAll(() => once(server.listen(0), "listening"));
afterAll(() => server.close());

const open = () => connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");

test.each(["", "G", "GET /x HTTP/1.1\r\nHost: x\r\n", "GET /é HTTP/1.1\nHost"])(
  "a client that stops in mid-head gets a 408: %j",
  async (head) => {
    const socket = open();
    socket.write(head);

    const [response] = await once(socket, "data");

    expect(response).toMatch(/^HTTP\/1.1 408 .*not completed in time.\n$/s);
    await once(socket, "close");
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

test("clients that connect together are all answered, whichever of them close early", async () => {
  const clients = Array.from({ length: 600 }, () => open().on("error", () => {}));
  for (const client of clients) client.write("GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
  for (const client of clients.splice(300)) client.destroy();

  const answers = await Promise.all(clients.map((client) => once(client, "data")));

  for (const client of clients) client.destroy();
  expect(answers.filter(([text]) => text.startsWith("HTTP/1.1 200"))).toHaveLength(300);
});

test("a client that resets the connection at any time does no harm", async () => {
  const request = "POST /é HTTP/1.1\nHost: x\nContent-Length: 9\n\nhalf";
  for (let length = 0; length <= request.length; length += 1) {
    const socket = open();
    await once(socket, "connect");
    socket.write(request.slice(0, length), () => socket.resetAndDestroy());
    await once(socket, "close");
  }

  const socket = open();
  socket.write("GET / HTTP/1.0\n\n");
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 200 /);
});
