import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { db, query } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, aMember } from "@/testing/factories";
import { aResend } from "@/testing/fake-resend";
import { aJobOn } from "@/testing/machines";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { type ServerProcess, startWorker } from "@/testing/server-process";

// A worker is killed after a machine stopped reporting and before the messages about it.

/** Fewer than those of which all alerts are held. */
const JOBS = 4;
const soon = { timeout: 60_000, interval: 20 };
/** Long enough until another worker takes over what the queue believes to be running. */
const AGAIN = { timeout: 90_000, interval: 100 };

let resend: Awaited<ReturnType<typeof aResend>>;
let chat: Receiver;
let worker: ServerProcess;

beforeAll(async () => {
  resend = await aResend();
  chat = await aReceiver((response) => response.writeHead(200).end("ok"));
  worker = await startWorker({
    RESEND_API_KEY: "re_test",
    RESEND_BASE_URL: resend.url,
  });
}, 60_000);
afterAll(async () => {
  await worker.signal("SIGKILL");
  resend.close();
  chat.close();
});

/** A case with a member and a chat, and a host of which all jobs are missing once `die` was called. */
async function aDeadMachine() {
  const now = Date.now();
  const ago = (ms: number) => new Date(now - ms);
  const { id: caseId } = await aCase({ groupsByMachine: true });
  const { email } = await aMember({ caseId });
  const settings = { url: chat.url };
  const input = { kind: "mattermost", name: "", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, ACTOR);
  await aJobOn("db8", { caseId, seenAt: ago(10 * MINUTE_MS), deadline: ago(-100 * HOUR_MS) });
  const ids: string[] = [];
  for (let i = 0; i < JOBS; i += 1)
    ids.push((await aJobOn("db7", { caseId, seenAt: ago(2 * HOUR_MS), deadline: ago(-HOUR_MS) })).id);
  const die = async () => {
    await query("UPDATE snitches SET deadline = $2, watch_at = $2 WHERE id = ANY($1::uuid[])", [
      ids,
      ago(5 * MINUTE_MS),
    ]);
    await wakeTimers(query, "sweep");
  };
  return { caseId, email, channelId, die };
}

/** Keeps every transaction waiting that writes to a table. */
async function holdWrites(table: string) {
  const holder = new pg.Client(process.env.DATABASE_URL);
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  const isAwaited = async () =>
    (await query("SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass", [table])).length > 0;
  const release = async () => {
    // Postgres would still do what the dead worker asked for.
    await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`,
    );
    await holder.end();
  };
  return { isAwaited, release };
}

const readMachineIncidents = (caseId: string) => db.machineIncident.count({ where: { caseId } });

async function expectOneMessageEach({ caseId, email, channelId }: Awaited<ReturnType<typeof aDeadMachine>>) {
  const subjects = () => resend.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
  await vi.waitFor(async () => {
    expect(subjects()).toEqual([expect.any(String)]);
    expect(await db.delivery.count({ where: { channelId, acceptedAt: { not: null } } })).toBe(1);
  }, AGAIN);
  await wakeTimers(query, "sweep");
  await vi.waitFor(async () => expect(await db.alert.count({ where: { caseId } })).toBe(JOBS), soon);
  expect(await readMachineIncidents(caseId)).toBe(1);
  expect(subjects()).toEqual([
    expect.stringContaining(`db7 is not reporting: ${JOBS} of ${JOBS} jobs missing`),
  ]);
  expect(await db.delivery.findMany({ where: { channelId } })).toMatchObject([{ event: "machine_silent" }]);
}

test.each(["machine_incidents", "alerts", "emails", "deliveries"])(
  "that is killed while it writes %s tells everyone once after all",
  async (table) => {
    const machine = await aDeadMachine();
    const { isAwaited, release } = await holdWrites(table);
    await machine.die();
    await vi.waitFor(async () => expect(await isAwaited()).toBe(true), soon);
    await worker.signal("SIGKILL");
    expect(await readMachineIncidents(machine.caseId)).toBe(0);
    await release();
    await worker.restart();
    await expectOneMessageEach(machine);
  },
  400_000,
);

test("that is killed when all is written and nothing is sent tells everyone once", async () => {
  const machine = await aDeadMachine();
  // The outcome of an attempt cannot be written, nor a lease taken.
  const { isAwaited, release } = await holdWrites("attempts");
  await machine.die();
  await vi.waitFor(async () => expect(await readMachineIncidents(machine.caseId)).toBe(1), soon);
  await vi.waitFor(async () => expect(await isAwaited()).toBe(true), soon);
  await worker.signal("SIGKILL");
  await release();
  await worker.restart();
  await expectOneMessageEach(machine);
}, 400_000);
