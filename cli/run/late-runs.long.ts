import { once } from "node:events";
import { rmSync } from "node:fs";
import getPort from "get-port";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCheckInServer } from "@/checkin/http-server";
import { applyLateReports } from "@/lib/late-reports/apply";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { listStoredRuns } from "@/testing/check-in-http";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { lacks } from "@/testing/languages";
import { requestProtocol } from "@/testing/protocol-request";
import { aStateFolder, listWaiting, RUN_PROGRAMS, rewindReport, runCommand } from "@/testing/tattle";

const CLOCKS = ["-26h", "-9h", "+5h", "+40d"];
/** What a test may take, and what is not known of the time between a job and its report. */
const TOLERANCE_MS = 5_000;

/** A command on a machine whose clock is wrong. That of the time since its start goes on. */
const atClock = (clock: string, command: string[]) => [
  "faketime",
  "--exclude-monotonic",
  "-f",
  clock,
  ...command,
];

const programs = RUN_PROGRAMS.filter(({ isMissing }) => !isMissing);

describe.skipIf(lacks("faketime")).each(programs)("$name", ({ command, flush }) => {
  async function aMachine() {
    const state = aStateFolder();
    onTestFinished(() => rmSync(state, { recursive: true, force: true }));
    const port = await getPort();
    const goOnline = async () => {
      const server = createCheckInServer().listen(port);
      onTestFinished(() => void server.close());
      await once(server, "listening");
    };
    const run = (token: string) => [...command, "--snitch", `http://127.0.0.1:${port}/${token}`, "--"];
    return { state, env: { TATTLE_STATE_DIR: state }, run, goOnline };
  }

  test.each(CLOCKS)(
    "with a clock that is wrong by %s, a run is recorded at its time, now or later",
    async (clock) => {
      const { state, env, run, goOnline } = await aMachine();
      const [live, late] = [await aSnitch(), await aSnitch()];
      const job = ["sh", "-c", "date +%s; exit 4"];
      const bare = await runCommand(atClock(clock, job), { env });
      const from = Date.now();

      const offline = await runCommand(atClock(clock, [...run(late.token), ...job]), { env });
      for (const file of listWaiting(state)) rewindReport(file, 3 * HOUR_MS, 0);
      await goOnline();
      const online = await runCommand(atClock(clock, [...run(live.token), ...job]), { env });
      // It was set right meanwhile.
      await runCommand(flush, { env });

      expect([offline.status, online.status, listWaiting(state)]).toEqual([4, 4, []]);
      // The job sees the same clock as without us.
      for (const { stdout } of [offline, online])
        expect(Number(stdout) - Number(bare.stdout)).toBeLessThan(TOLERANCE_MS / 1_000);
      for (const [{ id }, at] of [
        [live, from],
        [late, from - 3 * HOUR_MS],
      ] as const) {
        const runs = await listStoredRuns(id);
        expect(runs).toMatchObject([{ exitStatus: "4", outcome: "failed" }]);
        for (const time of [runs[0]?.startedAt, runs[0]?.endedAt])
          expect(Math.abs((time?.getTime() ?? 0) - at)).toBeLessThan(TOLERANCE_MS);
      }
    },
  );

  test("a run that is reported late ends the incident of the miss that it disproves, with one message", async () => {
    const { state, env, run, goOnline } = await aMachine();
    const now = Date.now();
    const { id: caseId } = await aCase({ plan: "unlimited" });
    await aMember({ caseId });
    // It was due two hours ago, to the minute.
    const tick = new Date(Math.floor((now - 2 * HOUR_MS) / MINUTE_MS) * MINUTE_MS);
    const { id, token } = await aSnitch({
      caseId,
      schedule: `${tick.getUTCMinutes()} ${tick.getUTCHours()} * * *`,
      timezone: "UTC",
      grace: 600,
      createdAt: new Date(tick.getTime() - 3 * DAY_MS),
    });
    for (const days of [2, 1])
      await requestProtocol(`/${token}`, { at: new Date(tick.getTime() - days * DAY_MS + MINUTE_MS) });

    await runCommand(atClock("+9h", [...run(token), "sh", "-c", "exit 0"]), { env });
    for (const file of listWaiting(state)) rewindReport(file, 2 * HOUR_MS - 2 * MINUTE_MS, 0);
    await sweepDeadlines(new Date(now), NEVER_LOST_MS);
    const missing = await db.incident.findMany({ where: { snitchId: id } });
    await goOnline();
    await runCommand(atClock("-5h", flush), { env });
    await runCommand(flush, { env });
    const later = new Date(Date.now() + 15 * MINUTE_MS);
    await applyLateReports(later, NEVER_LOST_MS);
    await sweepDeadlines(later, NEVER_LOST_MS);

    expect(missing).toMatchObject([{ closedAt: null }]);
    expect(await db.incident.findMany({ where: { snitchId: id } })).toMatchObject([
      { id: missing[0]?.id, closedBy: "reported", disprovedAt: expect.any(Date) },
    ]);
    expect(await db.snitch.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "healthy",
      lateSince: null,
    });
    const messages = await db.email.findMany({
      where: { alert: { snitchId: id } },
      select: { alert: { select: { kind: true } } },
    });
    expect(messages.map(({ alert }) => alert?.kind).toSorted()).toEqual(["missing", "reporting"]);
    expect(await listStoredRuns(id)).toHaveLength(1);
  });
});
