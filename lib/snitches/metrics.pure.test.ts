import { expect, test } from "vitest";
import { snitchMetrics } from "./metrics";

const tuesday = new Date("2026-03-10T00:00:00.500Z");

test("a snitch is shown in Prometheus' text format, with escaped labels", () => {
  const snitch = {
    id: "1",
    running: 0,
    lastRunId: null,
    token: "c2354d53d2",
    name: 'a "b"\\c\nd',
    tags: ["db", "x,y"],
    status: "failed",
    checkedInAt: null,
    deadline: tuesday,
  } as const;
  const labels = String.raw`token="c2354d53d2",name="a \"b\"\\c\nd",tags="db,x,y"`;

  const text = snitchMetrics([{ ...snitch, tags: [...snitch.tags] }], new Map(), new Map());

  expect(text.split("\n").filter((line) => line && !line.startsWith("#"))).toEqual([
    `tattle_snitch_up{${labels}} 0`,
    `tattle_snitch_deadline_timestamp_seconds{${labels}} ${1_773_100_800.5}`,
    `tattle_snitch_status{${labels},status="failed"} 1`,
  ]);
  expect(text.endsWith("\n")).toBe(true);
});

test.each([
  ["pending", 1],
  ["healthy", 1],
  ["failed", 0],
  ["errored", 0],
  ["paused", 1],
] as const)("only a missing or errored snitch is down: %s", (status, up) => {
  const snitch = { id: "1", token: "a", name: "b", tags: [], status, checkedInAt: tuesday, deadline: null };
  const text = snitchMetrics([{ ...snitch, running: 0, lastRunId: null }], new Map(), new Map());
  expect(text).toContain(`tattle_snitch_up{token="a",name="b",tags=""} ${up}\n`);
});
