import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import getPort from "get-port";
import { afterEach, expect, test } from "vitest";
import { Child } from "./child";
import { waitForGreeting } from "./wait-for-greeting";
import { waitUntilHung } from "./wait-until-hung";

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function aServer(onConnect: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    onConnect(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a server that speaks first greets; one that is not reporting, closes, or does not run does not", async () => {
  const speaking = await aServer((socket) => socket.write("220 ready\r\n"));
  const unresponsive = await aServer(() => {});
  const closing = await aServer((socket) => socket.end());
  expect(await waitForGreeting(speaking, 1_000)).toBe(true);
  expect(await waitForGreeting(unresponsive, 50)).toBe(false);
  expect(await waitForGreeting(closing, 1_000)).toBe(false);
  expect(await waitForGreeting("smtp://127.0.0.1:1", 1_000)).toBe(false);
});

test("a mail server hangs if it leaves three greetings in a row unsaid", async () => {
  let connections = 0;
  const url = await aServer((socket) => {
    connections += 1;
    if (connections <= 6 && connections % 3 === 0) socket.write("220 ready\r\n");
  });
  await waitUntilHung(url, 50, new AbortController().signal);
  expect(connections).toBe(9);
});

test("a process that greets is ready", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-greets-"));
  const port = await getPort();
  const file = path.join(folder, "mail.mjs");
  writeFileSync(
    file,
    `import { createServer } from "node:net"; createServer((socket) => socket.end("220 ready\\r\\n")).listen(${port});`,
  );
  const healthUrl = `smtp://127.0.0.1:${port}`;
  const child = new Child({ name: "mailin", args: [file], env: process.env, healthUrl });
  await child.start();
  expect(await waitForGreeting(healthUrl, 1_000)).toBe(true);
  await child.stop();
  expect(await waitForGreeting(healthUrl, 1_000)).toBe(false);
  rmSync(folder, { recursive: true });
});
