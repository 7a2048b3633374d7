import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { SMTPServer } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";
import { aSnitch } from "@/testing/factories";
import { portOf, SmtpClient } from "@/testing/smtp-client";
import { createMailServer } from "./mail-server";

const servers: SMTPServer[] = [];
const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

async function listen(options: { firstMessageMs?: number } = {}): Promise<SMTPServer> {
  const server = createMailServer({ tls: null, closeMs: 100, ...options });
  servers.push(server);
  server.listen(0);
  await once(server.server, "listening");
  return server;
}

/** A client that connects from this address, and what the server says first. */
async function greetingFor(server: SMTPServer, localAddress: string) {
  const socket = connect({ port: portOf(server), host: "127.0.0.1", localAddress });
  sockets.push(socket.on("error", () => {}));
  const [greeting] = await once(socket.setEncoding("latin1"), "data");
  return { socket, greeting: String(greeting) };
}

test("ten addresses that hold all connections keep no other network out, and each address has fifty", async () => {
  const server = await listen();
  const greet = (address: string) => greetingFor(server, address);
  const held = await Promise.all(Array.from({ length: 500 }, (_, i) => greet(`127.1.0.${1 + (i % 10)}`)));
  expect(new Set(held.map(({ greeting }) => greeting.slice(0, 3)))).toEqual(new Set(["220"]));
  expect((await greet("127.1.0.1")).greeting).toMatch(/^421 Too many connections from your address/);
  expect((await greet("127.1.0.99")).greeting).toMatch(/^421 Too many connections\. Try again in a minute/);

  const snitch = await aSnitch();
  const client = await SmtpClient.open(portOf(server));
  await client.address("cron@backup.example", `${snitch.token}@localhost`);
  expect(await client.data("Subject: done\r\n")).toBe("250 Got it, thanks!");
  client.close();
  expect(await db.checkIn.count({ where: { snitchId: snitch.id } })).toBe(1);
});

test("a client that sends no message in time is sent away, and one that has sent one may wait", async () => {
  const server = await listen({ firstMessageMs: 1_500 });
  const snitch = await aSnitch();
  const [idle, sender] = [await SmtpClient.open(portOf(server)), await SmtpClient.open(portOf(server))];
  await sender.address("cron@backup.example", `${snitch.token}@localhost`);
  await sender.data("Subject: one\r\n");
  expect(await idle.receive()).toBe("421 No message in 1.5 seconds");
  await eventually(() => expect(server.connections.size).toBe(1));
  expect(await sender.say("NOOP")).toMatch(/^250 /);
  sender.close();
});
