import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { packRow } from "@/components/snitches/case-timeline/pack-row";
import { TimelineRows } from "@/components/snitches/case-timeline/timeline-rows";
import { loadCaseTimeline } from "@/lib/history/load-case-timeline";
import { query } from "@/lib/platform/db";
import { timelineAxis } from "@/lib/rules/history/case-timeline/axis";
import { listSnitchPage } from "@/lib/snitches/list";
import { createPartitions } from "@/lib/storage/maintain-partitions";
import { fillBusyCase } from "@/testing/busy-case";
import { aCase } from "@/testing/factories";
import { countStatements } from "@/testing/statements";

/** A page may have 200 kB; the rest is its frame. */
const MAX_ROW_BYTES = 140_000;

const clock = (at: Date) => at.toISOString().slice(11, 16);

test("200 snitches × 24 hours are 200 rows of at most 140 kB, from two statements", async () => {
  const now = new Date("2026-03-10T12:34:56Z");
  await createPartitions(now, new Date("2026-03-01T00:00Z"));
  const { id: caseId } = await aCase();
  await fillBusyCase(query, caseId, 200, 2, now);
  const { snitches } = await listSnitchPage(caseId, { tags: [], search: "" }, "worst", {}, null, 200);
  expect(snitches).toHaveLength(200);
  const axis = timelineAxis("24h", now);

  const rows = await loadCaseTimeline(caseId, snitches, axis);
  const packed = rows.map((row) => packRow(row, axis, { onAxis: clock, hour: clock, day: clock }));
  const html = renderToStaticMarkup(<TimelineRows caseId={caseId} rows={packed} />);
  // A page has the data alongside the HTML, as text in a script.
  const bytes = Buffer.byteLength(html) + Buffer.byteLength(JSON.stringify(JSON.stringify(packed)));
  console.log(`${bytes} bytes, of them ${html.length} of HTML`);
  expect(bytes).toBeLessThan(MAX_ROW_BYTES);
  const ran = rows.reduce((sum, { happenings }) => sum + (happenings.ran?.length ?? 0), 0);
  expect(ran).toBeGreaterThan(6_000);
  expect(await countStatements(() => loadCaseTimeline(caseId, snitches, axis))).toBe(2);
});
