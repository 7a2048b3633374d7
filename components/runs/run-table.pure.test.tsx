import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Run } from "@/lib/rules/runs/run";
import { aRunningRun } from "@/testing/snitch-state";
import { RunTable } from "./run-table";

const at = new Date("2026-03-10T03:05Z");
const now = new Date("2026-03-10T03:10Z");

const ENDED = aRunningRun(at, {
  id: "019cd5a1-0000-7000-8000-000000000000",
  endedAt: now,
  outcome: "succeeded",
  exitStatus: "0",
  durationMs: 252_000,
});
const other = (id: number, changes: Partial<Run>): Run => ({
  ...ENDED,
  id: `019cd5a1-0000-7000-8000-00000000000${id}`,
  ...changes,
});

const renderCells = (
  runs: Run[],
  messages: [string, string][] = [],
  receivedAt = new Map<string, Date>(),
) => {
  const markup = renderToStaticMarkup(
    <RunTable runs={runs} receivedAt={receivedAt} messages={new Map(messages)} now={now} snitchUrl="/s" />,
  );
  const cells = [...markup.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => cell.replace(/<[^>]+>/g, "")),
  );
  return { markup, cells };
};

test("a run is a row: when it started and how it went, how long, its exit status, host, metrics and last line", () => {
  const failed = other(1, {
    outcome: "failed",
    exitStatus: "3",
    durationMs: 126_000,
    host: "db1",
    metrics: { rows: 81_200, errors: 2 },
    outputId: ENDED.id,
  });
  const { markup, cells } = renderCells(
    [failed, ENDED],
    [[failed.id, "copying\nOSError: No space left on device\n"]],
  );
  expect(cells).toEqual([
    ["Started", "Took", "Exit", "Host", "Metrics", "Last line"],
    ["03:05Failed", "2 min 6 s", "3", "db1", "rows 81,200 · errors 2", "OSError: No space left on device"],
    ["03:05Succeeded", "4 min 12 s", "0", "", "", ""],
  ]);
  // Besides the longest one.
  expect(markup).toContain('style="width:50%"');
  expect(markup).toContain('href="/s/runs/019cd5a1-0000-7000-8000-000000000001#output"');
});

test("a report that came late is said on a line of its own", () => {
  const { markup, cells } = renderCells([ENDED], [], new Map([[ENDED.id, new Date("2026-03-10T10:07Z")]]));
  expect(cells[1]?.[0]).toBe("03:05SucceededReported late at 10:07");
  expect(markup).toContain('<span class="block text-xs whitespace-nowrap text-ink-quiet">Reported late at');
});

test.each<[string, Partial<Run>, string[]]>([
  [
    "one that is running counts up",
    { outcome: "running", endedAt: null, durationMs: null, exitStatus: "" },
    ["03:05Running", "5 min", "", ""],
  ],
  [
    "one without a start says when it finished",
    { startedAt: null, durationMs: null },
    ["finished 03:10Succeeded", "", "0", ""],
  ],
  [
    "one that failed a check names it",
    { outcome: "failed", failedCheck: "metric.rows > 0" },
    ["03:05Failed", "4 min 12 s", "0", "did not pass metric.rows &gt; 0"],
  ],
  [
    "one that was too short says so",
    { outcome: "failed", cause: "too_short", durationMs: 900 },
    ["03:05Failed", "900 ms", "0", "too short"],
  ],
  [
    "one whose end is not known says so",
    { outcome: "abandoned", endedAt: null, durationMs: null, exitStatus: "" },
    ["03:05Abandoned", "not known", "", ""],
  ],
])("without hosts and metrics there are no such columns; %s", (_, changes, cells) => {
  expect(renderCells([other(1, changes)]).cells).toEqual([["Started", "Took", "Exit", "Last line"], cells]);
});
