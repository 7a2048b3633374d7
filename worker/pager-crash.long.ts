import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { type EvaluatedAlert, raiseAlerts } from "@/lib/incidents/raise-alerts";
import { db, pool, transaction } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { DAILY_FACTS } from "@/testing/alert-facts";
import { ACTOR, aCase, anIncident, aSnitch } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { FIRST_SEED, runsFor } from "@/testing/runs";
import { type ServerProcess, startWorker } from "@/testing/server-process";

const RUNS = runsFor("worker/pager-crash.long.ts");
const INCIDENTS = 120;

const openedAt = new Date("2026-03-10T00:00Z");

/** The snitches that the pager takes for open, by their tokens. */
const open = new Set<string>();
let pager: Receiver;
let worker: ServerProcess;

beforeAll(async () => {
  const random = seededRandom(FIRST_SEED);
  pager = await aReceiver(async (response, { body }) => {
    const [{ labels, endsAt }] = JSON.parse(body);
    // It counts before the sender knows: a worker that is killed now sends it again.
    if (new Date(endsAt) > new Date()) open.add(labels.snitch);
    else open.delete(labels.snitch);
    await sleep(random() * 50);
    response.writeHead(random() < 0.1 ? 503 : 200).end();
  });
  const DATABASE_URL = process.env.DATABASE_URL ?? "";
  worker = await startWorker({ DATABASE_URL, ALLOW_PRIVATE_TARGETS: "on" });
}, 60_000);
afterAll(async () => {
  await worker.signal("SIGKILL");
  pager.close();
});

const ALERT = {
  exitStatus: "",
  message: "",
  lastCheckedInAt: null,
  silentSince: null,
  isExcused: false,
  cause: null,
  run: null,
  facts: { ...DAILY_FACTS, decidedAt: "2026-03-10T00:01:00.000Z" },
  alerting: { kind: "notify", of: "alert", emails: "channels only" },
  severity: "critical",
} as const;

type Opened = {
  snitch: { id: string; caseId: string; alertEmail: string[] };
  token: string;
  incidentId: string;
};

async function openIncidents(): Promise<Opened[]> {
  const { id: caseId } = await aCase();
  const settings = { url: new URL(pager.url).origin };
  const input = { kind: "alertmanager", name: "", settings, route: ALL_ALERTS, isDefault: false };
  await addChannel(caseId, input, ACTOR);
  return Promise.all(
    Array.from({ length: INCIDENTS }, async () => {
      const { id, token } = await aSnitch({ caseId, status: "failed", deadline: new Date("2100-01-01") });
      const { id: incidentId } = await anIncident({ snitch: { id, caseId }, openedAt });
      return { snitch: { id, caseId, alertEmail: [] }, token, incidentId };
    }),
  );
}

/** Raises an alert of each incident in one transaction. No worker is woken. */
const raise = (incidents: Opened[], alert: Pick<EvaluatedAlert, "kind" | "from" | "to" | "at">) =>
  transaction((sql) =>
    raiseAlerts(
      sql,
      incidents.map(({ snitch, incidentId }) => ({ snitch, alerts: [{ ...ALERT, ...alert, incidentId }] })),
    ),
  );

/** Opens many incidents, ends half of them during their notifications, and kills the worker in the middle. */
async function crash(seed: number): Promise<{ all: Opened[]; ended: Opened[] }> {
  const random = seededRandom(seed);
  const all = await openIncidents();
  const closing = all.slice(0, INCIDENTS / 2);
  const before = pager.requests.length;
  await raise(all, { kind: "missing", from: "healthy", to: "failed", at: openedAt });
  await vi.waitFor(() => expect(pager.requests.length).toBeGreaterThan(before), { timeout: 30_000 });
  const at = new Date(openedAt.getTime() + 60_000);
  const end = async () => {
    for (let i = 0; i < closing.length; i += 20) {
      await sleep(random() * 150);
      await raise(closing.slice(i, i + 20), { kind: "reporting", from: "failed", to: "healthy", at });
    }
  };
  const kill = async () => {
    await sleep(random() * 800);
    await worker.signal("SIGKILL");
    await worker.restart();
  };
  await Promise.all([end(), kill()]);
  return { all, ended: closing };
}

/** Makes leases and waits expire until nothing is pending. */
const untilAllSent = () =>
  vi.waitFor(
    async () => {
      await pool.query(
        `UPDATE deliveries SET due_at = due_at - interval '1 minute', sending_since = sending_since - interval '10 seconds'
         WHERE accepted_at IS NULL AND gave_up_at IS NULL`,
      );
      expect(
        await db.delivery.count({ where: { acceptedAt: null, gaveUpAt: null, incidentId: { not: null } } }),
      ).toBe(0);
    },
    { timeout: 60_000, interval: 1_000 },
  );

test(
  `after ${RUNS} crashes, a pager has each incident open exactly if it is`,
  async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const { all, ended } = await crash(seed);
      await untilAllSent();
      const openTokens = all.filter((incident) => !ended.includes(incident)).map(({ token }) => token);
      const tokens = all.map(({ token }) => token).filter((token) => open.has(token));
      expect(tokens.toSorted(), `repeat it with TEST_SEED=${seed}`).toEqual(openTokens.toSorted());
    }
  },
  RUNS * 90_000,
);
