import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { requestCheckIn } from "@/testing/check-in-request";
import { aSnitch } from "@/testing/factories";
import { foldEntries } from "./fold-entries";
import { listActivity } from "./list-activity";

test("an error of a minutely job stays on the page, and the pages together have each entry once", async () => {
  const { id, caseId, token } = await aSnitch({ interval: "1_minute" });
  const start = Date.UTC(2026, 2, 10);
  for (let minute = 0; minute < 30; minute += 1) {
    const s = minute === 2 ? 1 : 0;
    await requestCheckIn(`/${token}${s ? "?s=1" : ""}`, new Date(start + minute * MINUTE_MS + 5_000));
  }
  const snitch = { id, caseId, ...calendarTerms("1_minute") };
  const now = new Date(start + 30 * MINUTE_MS);

  const first = await listActivity(snitch, "check_ins", 4, now);
  expect(foldEntries(first.entries).map((row) => row.length)).toEqual([27, 1, 1, 1]);
  expect(first.next).toBe(null);

  const seen: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await listActivity(snitch, "check_ins", 1, now, after ? { after } : {});
    seen.push(...page.entries.map((entry) => entry.id));
    if (!page.next) break;
    after = page.next;
  }
  expect(seen).toEqual(first.entries.map((entry) => entry.id));
});
