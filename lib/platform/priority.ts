import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import os from "node:os";
import { remember } from "@epic-web/remember";
import type pg from "pg";
import { readProcessStat } from "./process-stat.mjs";

/** The priority that a process is lowered to, as `nice` says it: while all are busy, it gets a third of what others get. */
const LOWER = 5;

const state = remember("tattle.priority", () => ({ isLowered: false }));

/** Without rights of root, one priority of a session may be written in a tenth of a second on the whole machine. */
const RETRY_MS = 150;
const MAX_TRIES = 20;

/**
 * Lets others go first when there is too little of the processor for all: this process, and the backend of each connection that it
 * opens from now on to a Postgres on this machine. Only on Linux, in a session of its own, and as far as the system allows it.
 */
export function lowerPriority(): void {
  if (!lowerBackends()) return;
  for (const thread of listThreads()) lowerThread(thread, LOWER);
  lowerSession(process.pid, LOWER);
}

/** The same for the backends alone. Returns whether this process may be lowered, too. */
export function lowerBackends(): boolean {
  // Otherwise others belong to the session, too, such as those of a terminal.
  state.isLowered = readSession() === process.pid;
  return state.isLowered;
}

/** Gives the backend of a connection that has just opened a priority, if that is lower than usual; by default that of this process. */
export function lowerBackend(client: pg.ClientBase, priority = state.isLowered ? LOWER : 0): void {
  if (priority === 0) return;
  const { processID: pid, connection } = client as pg.ClientBase & {
    processID: number;
    connection: { stream: Socket };
  };
  // If the server is on another machine, a process here may have the same id. The title of a backend has the port of its client.
  const title = attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  if (!title?.includes(`(${connection.stream.localPort})`)) return;
  lowerThread(pid, priority);
  lowerSession(pid, priority);
}

/** Who starts a process may have lowered it further. */
const lowerThread = (id: number, priority: number) =>
  attempt(() => {
    if (os.getPriority(id) < priority) os.setPriority(id, priority);
  });

/** Each thread has a priority of its own, at first that of the thread that starts it. */
const listThreads = (): number[] => readdirSync("/proc/self/task").map(Number);

/** The session of this process, which has the id of the process that began it. Undefined if the system is not Linux. */
function readSession(): number | undefined {
  const fields = attempt(() => readProcessStat("self"));
  return fields && Number(fields[3]);
}

/**
 * Most Linux systems divide the processor among sessions first (`sched_autogroup_enabled`): the priority of a process then counts
 * only within its own. Each backend of Postgres has one of its own.
 */
function lowerSession(pid: number, priority: number, tries = MAX_TRIES): void {
  const file = `/proc/${pid}/autogroup`;
  try {
    const [, current] = readFileSync(file, "utf8").split(" nice ");
    if (Number(current) < priority) writeFileSync(file, String(priority));
  } catch (error) {
    const mayPass = (error as NodeJS.ErrnoException).code === "EAGAIN";
    const retryMs = RETRY_MS * (1 + Math.random());
    if (mayPass && tries > 1) setTimeout(() => lowerSession(pid, priority, tries - 1), retryMs).unref();
  }
}

/** What the function returns. Undefined if the system refuses it. */
function attempt<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
