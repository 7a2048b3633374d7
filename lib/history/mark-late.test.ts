import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aSnitch } from "@/testing/factories";
import { markLate } from "./mark-late";
import { listTimeline } from "./timeline";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);

test("a check-in just after a period without one says how late that was, also while the snitch is missing, and no other does", async () => {
  const { id, caseId, token } = await aSnitch({ interval: "hourly", createdAt: at("00:00:00") });
  for (const time of ["01:10:00", "03:00:10", "04:30:00", "07:00:20"]) {
    await sweepDeadlines(at(time), NEVER_LOST_MS);
    const report = { exitStatus: "", message: "", method: "", address: "", userAgent: "" };
    await recordCheckIn({ ...report, token, at: at(time) });
  }
  const { entries } = await listTimeline(id, "check_ins", 10);

  const marked = await markLate({ id, caseId, ...calendarTerms("hourly") }, entries, at("08:30:00"));

  expect(marked.map((entry) => ("lateMs" in entry ? entry.lateMs : null))).toEqual([
    20_000,
    null,
    10_000,
    null,
  ]);
});
