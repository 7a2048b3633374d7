import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { CheckInServerProcess } from "@/lib/testing/check-in-server-process";
import { checkIn } from "@/lib/testing/continuous-jobs";
import { aCase, aSnitch } from "@/lib/testing/factories";

const MB = 1024 * 1024;
const DATA = path.resolve(".data", "test", `siege-${process.pid}`);

/** How many files a process may have open here, less what it needs besides. */
const FILES = Number(spawnSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" }).stdout) || 1_024;
const IDLE = Math.min(10_000, FILES - 600);
const SLOW = 200;
const BOMBS = 50;
const LARGE_BODIES = 4;

let door: CheckInServerProcess;
beforeAll(async () => {
  door = await CheckInServerProcess.open({ databaseUrl: process.env.DATABASE_URL ?? "", dataDir: DATA });
}, 60_000);
afterAll(async () => {
  await door.signal("SIGKILL");
  await rm(DATA, { recursive: true, force: true });
});

const open: Socket[] = [];
async function connections(count: number): Promise<Socket[]> {
  const { port } = new URL(door.url);
  const opened: Socket[] = [];
  // Not all at once: the system keeps only so many waiting.
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(100, count - opened.length) }, () => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => {});
      return socket;
    });
    await Promise.all(some.map((socket) => once(socket, "connect")));
    opened.push(...some);
  }
  open.push(...opened);
  return opened;
}

/** Sends a body of 100 MB, and says what was answered. */
function sendLargeBody(token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${door.url}/${token}`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
    });
    sent.once("response", (answer) => answer.resume().once("end", () => resolve(answer.statusCode)));
    sent.once("error", reject);
    const chunk = Buffer.alloc(MB, "x");
    let left = 100;
    const more = () => {
      while (left > 0) {
        left -= 1;
        if (!sent.write(chunk)) {
          sent.once("drain", more);
          return;
        }
      }
      sent.end();
    };
    more();
  });
}

/** The most memory that the door has had so far, where the system tells. */
function peakMb(): number | null {
  const file = `/proc/${door.pid}/status`;
  if (!existsSync(file)) return null;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1]) / 1024;
}

test("idle and slow connections, large bodies and header bombs cost bounded memory, and honest jobs are heard", async () => {
  const { id: caseId } = await aCase();
  const honest = await Promise.all(Array.from({ length: 20 }, () => aSnitch({ caseId })));
  const chatty = await Promise.all(Array.from({ length: LARGE_BODIES }, () => aSnitch({ caseId })));
  const before = peakMb();

  const idle = await connections(IDLE);
  for (const socket of await connections(SLOW)) socket.write("GET /0123456789abcdef HTTP/1.1\r\nX-Slow: ");
  for (const socket of open.slice(-SLOW)) socket.write("x");
  for (const socket of await connections(BOMBS)) socket.write(`GET / HTTP/1.1\r\nX-Bomb: ${"x".repeat(MB)}`);
  const large = chatty.map(({ token }) => sendLargeBody(token));
  const heard = await Promise.all(honest.map(({ token }) => checkIn(`${door.url}/${token}`)));

  expect(heard).toEqual(honest.map(() => 202));
  expect(await Promise.all(large)).toEqual(chatty.map(() => 202));
  expect(await db.checkIn.count({ where: { snitch: { caseId } } })).toBe(honest.length + chatty.length);
  expect(idle.filter(({ destroyed }) => destroyed)).toEqual([]);

  const peak = peakMb();
  for (const socket of open) socket.destroy();
  if (before === null || peak === null) return;
  console.log(
    `${IDLE.toLocaleString("en")} idle connections, ${SLOW} slow ones, ${BOMBS} header bombs of 1 MB and ` +
      `${LARGE_BODIES} bodies of 100 MB: from ${before.toFixed(0)} to ${peak.toFixed(0)} MB`,
  );
  expect(peak).toBeLessThan(500);
}, 60_000);

test("a request whose headers never end is told so, and let go", async () => {
  const [socket] = await connections(1);
  let answer = "";
  socket?.setEncoding("latin1").on("data", (chunk) => (answer += chunk));
  socket?.write("GET /0123456789abcdef HTTP/1.1\r\nX-Slow: ");

  await once(socket as Socket, "close");

  expect(answer).toMatch(/^HTTP\/1.1 408 .*text\/plain.*did not come to its end in time/s);
}, 60_000);
