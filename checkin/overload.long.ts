import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { checkIn } from "@/testing/continuous-jobs";
import { aCase, aSnitch } from "@/testing/factories";
import { peakMemory } from "@/testing/processes";
import { runsFor } from "@/testing/runs";
import { type ServerProcess, startCheckInServer } from "@/testing/server-process";

const MB = 1024 * 1024;
const DATA = path.resolve(".data", "test", `overload-${process.pid}`);

/** The limit of open files per process. */
const MAX_OPEN_FILES = Number(spawnSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).stdout) || 1_024;
const IDLE_CONNECTIONS = Math.min(runsFor("checkin/overload.long.ts"), MAX_OPEN_FILES - 600);
const SLOW_CONNECTIONS = 200;
const HEADER_BOMBS = 50;
const LARGE_BODIES = 4;

let server: ServerProcess;
beforeAll(async () => {
  server = await startCheckInServer({ databaseUrl: process.env.DATABASE_URL ?? "", dataDir: DATA });
}, 60_000);
afterAll(async () => {
  await server.signal("SIGKILL");
  await rm(DATA, { recursive: true, force: true });
});

const sockets: Socket[] = [];
async function openConnections(count: number): Promise<Socket[]> {
  const { port } = new URL(server.url);
  const opened: Socket[] = [];
  // In groups, because the system queues only a limited number of new connections.
  while (opened.length < count) {
    const group = Array.from({ length: Math.min(100, count - opened.length) }, () => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      return socket;
    });
    await Promise.all(group.map((socket) => once(socket, "connect")));
    opened.push(...group);
  }
  sockets.push(...opened);
  return opened;
}

/** Sends a body of 100 MB. Resolves with the status of the response. */
function sendLargeBody(token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const message = request(`${server.url}/${token}`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
    });
    message.once("response", (response) => response.resume().once("end", () => resolve(response.statusCode)));
    message.once("error", reject);
    const chunk = Buffer.alloc(MB, "x");
    let remaining = 100;
    const sendMore = () => {
      while (remaining > 0) {
        remaining -= 1;
        if (!message.write(chunk)) {
          message.once("drain", sendMore);
          return;
        }
      }
      message.end();
    };
    sendMore();
  });
}

/** The peak memory of the server so far; null if the system does not report it. */
const peakMb = (): number | null =>
  existsSync(`/proc/${server.pid}/status`) ? peakMemory(server.pid ?? 0) / MB : null;

test("idle and slow connections, large bodies and header bombs use limited memory, and honest jobs can check in", async () => {
  const { id: caseId } = await aCase();
  const honest = await Promise.all(Array.from({ length: 20 }, () => aSnitch({ caseId })));
  const chatty = await Promise.all(Array.from({ length: LARGE_BODIES }, () => aSnitch({ caseId })));
  const before = peakMb();

  const idle = await openConnections(IDLE_CONNECTIONS);
  for (const socket of await openConnections(SLOW_CONNECTIONS))
    socket.write("GET /0123456789abcdef HTTP/1.1\r\nX-Slow: ");
  for (const socket of sockets.slice(-SLOW_CONNECTIONS)) socket.write("x");
  for (const socket of await openConnections(HEADER_BOMBS))
    socket.write(`GET / HTTP/1.1\r\nX-Bomb: ${"x".repeat(MB)}`);
  const large = chatty.map(({ token }) => sendLargeBody(token));
  const statuses = await Promise.all(honest.map(({ token }) => checkIn(`${server.url}/${token}`)));

  expect(statuses).toEqual(honest.map(() => 202));
  expect(await Promise.all(large)).toEqual(chatty.map(() => 202));
  expect(await db.checkIn.count({ where: { snitch: { caseId } } })).toBe(honest.length + chatty.length);
  expect(idle.filter(({ destroyed }) => destroyed)).toEqual([]);

  const peak = peakMb();
  for (const socket of sockets) socket.destroy();
  if (before === null || peak === null) return;
  console.log(
    `${IDLE_CONNECTIONS.toLocaleString("en")} idle connections, ${SLOW_CONNECTIONS} slow ones, ${HEADER_BOMBS} header bombs of 1 MB and ` +
      `${LARGE_BODIES} bodies of 100 MB: from ${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
  );
  expect(peak).toBeLessThan(500);
}, 60_000);

test("a request whose headers do not end gets a 408 and is disconnected", async () => {
  const [socket] = await openConnections(1);
  let received = "";
  socket?.setEncoding("latin1").on("data", (chunk) => (received += chunk));
  socket?.write("GET /0123456789abcdef HTTP/1.1\r\nX-Slow: ");

  await once(socket as Socket, "close");

  expect(received).toMatch(/^HTTP\/1.1 408 .*application\/json.*timed out/s);
}, 60_000);
