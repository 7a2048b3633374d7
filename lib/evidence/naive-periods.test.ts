import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { aCase } from "@/testing/factories";
import { instant, listReports, liveThrough, toTerms } from "@/testing/live-through-reports";
import { type Outcome, readTrace } from "@/testing/naive-reader";
import { pageHistory } from "@/testing/page-history";
import { runsFor } from "@/testing/runs";
import { exportPeriods } from "./periods";

const HISTORIES = runsFor("lib/evidence/naive-periods.test.ts");

/** What an export calls what a naive reader names; nothing for what it leaves out. */
const NAMES: Partial<Record<Outcome, string>> = {
  healthy: "kept",
  late: "kept late",
  errored: "errored",
  missed: "missed",
  open: "open",
};

const aHistory = (seed: number, caseId: string) => {
  const { schedule, now, ...history } = pageHistory(seed);
  const reports = listReports({ schedule, now, ...history });
  const terms = toTerms(schedule);
  const { state, alerts } = liveThrough(terms, reports, now);
  const events = reports.map(({ at, isError }) => ({ at, does: isError ? "error" : "check-in" }) as const);
  const id = randomUUID();
  return {
    expected: readTrace({ schedule, now, events, maintenance: [], alerts }).slots,
    now: instant(now),
    snitch: { id, caseId, token: id, name: `Job ${seed}`, createdAt: new Date(0), ...terms },
    row: {
      ...{ status: state.status, deadline: state.deadline, missingSince: state.missingSince },
      checkedInAt: state.checkedInAt,
    },
    checkIns: reports.map(({ at, isError }) => ({
      ...{ snitchId: id, at: instant(at), exitStatus: isError ? "1" : "0" },
    })),
    alerts: alerts.map(({ kind, at }) => ({
      ...({ caseId, snitchId: id, kind, from: "healthy", to: "failed", at: instant(at) } as const),
    })),
  };
};

test(`${HISTORIES} random histories: the exported periods are what a naive reader says, those from the start of the range and none from its end`, async () => {
  const { id: caseId } = await aCase();
  const histories = Array.from({ length: HISTORIES }, (_, i) => aHistory(i + 1, caseId));
  await db.snitch.createMany({
    data: histories.map(
      ({ snitch: { id, token, name, createdAt, interval, schedule, grace, early }, row }) => ({
        ...{ id, caseId, token, name, createdAt, interval, schedule, grace, early, ...row },
      }),
    ),
  });
  await db.checkIn.createMany({ data: histories.flatMap(({ checkIns }) => checkIns) });
  await db.alert.createMany({ data: histories.flatMap(({ alerts }) => alerts) });
  const kinds = new Set<string>();
  for (const { expected, now, snitch } of histories) {
    const [first, last] = [expected[0], expected.at(-1)];
    if (!first || !last) throw new Error("A history has no slots.");
    const range = { from: instant(first.from), to: instant(last.from) };
    const rows = [];
    for await (const page of exportPeriods([snitch], range, now)) rows.push(...page);
    const named = expected.slice(0, -1).flatMap(({ from, to, outcome }) => {
      const name = NAMES[outcome];
      return name ? [`${from}-${to} ${name}`] : [];
    });
    const minutes = (time: string) => Date.parse(time) / MINUTE_MS;
    expect(
      rows.map(
        ({ start, end, outcome, reason }) =>
          `${minutes(start)}-${minutes(end)} ${outcome}${reason ? ` ${reason}` : ""}`,
      ),
      snitch.name,
    ).toEqual(named);
    for (const { outcome } of rows) kinds.add(outcome);
  }
  expect([...kinds].sort()).toEqual(["errored", "kept", "missed"]);
});
