import { expect, test, vi } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { removeSnitch } from "@/lib/monitoring/remove";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { addTags } from "@/lib/snitches/tags";
import { NEVER_LOST_MS } from "@/testing/connection";
import { eventually } from "@/testing/eventually";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { pool } from "./db";
import { subscribeToCase } from "./subscribe-to-case";

const thursday = new Date("2026-03-12T00:02Z");
const checkIn = (token: string) => recordCheckIn({ ...PLAIN_CHECK_IN, token, at: new Date() });

const changes: [string, (of: { caseId: string; token: string }) => Promise<unknown>][] = [
  ["a first check-in", ({ token }) => checkIn(token)],
  ["a missed deadline", () => sweepDeadlines(thursday, NEVER_LOST_MS)],
  [
    "a pause",
    ({ caseId, token }) =>
      pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, thursday, OPERATOR),
  ],
  ["a tag", ({ caseId, token }) => addTags(caseId, token, ["critical"], OPERATOR)],
  ["a removal", ({ caseId, token }) => removeSnitch(caseId, token, OPERATOR)],
];

test.each(changes)(
  "%s is published to the subscribers of its case, and to no others",
  async (name, change) => {
    const snitch = await aSnitch({ status: name === "a first check-in" ? "pending" : "healthy" });
    const [listener, otherListener] = [vi.fn(), vi.fn()];
    const unsubscribe = subscribeToCase(snitch.caseId, listener);
    const unsubscribeOther = subscribeToCase((await aSnitch()).caseId, otherListener);
    await untilListening();

    await change(snitch);

    await eventually(() => expect(listener).toHaveBeenCalled());
    expect(otherListener).not.toHaveBeenCalled();
    unsubscribe();
    unsubscribeOther();
  },
);

test("a lost connection is replaced, and every listener is called", async () => {
  const { caseId } = await aSnitch();
  const listener = vi.fn();
  const unsubscribe = subscribeToCase(caseId, listener);
  await untilListening();

  await pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );

  await eventually(() => expect(listener).toHaveBeenCalled());
  await untilListening();
  unsubscribe();
});

/** Waits until the database has registered this process's LISTEN. */
const untilListening = () =>
  eventually(async () => {
    const { rows } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    expect(rows).toHaveLength(1);
  });
