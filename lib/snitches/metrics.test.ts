import { expect, test } from "vitest";
import { snitchMetrics } from "./metrics";

const tuesday = new Date("2026-03-10T00:00:00.500Z");

test("a snitch's state stands in Prometheus' words, whatever its name", () => {
  const snitch = {
    token: "c2354d53d2",
    name: 'a "b"\\c\nd',
    tags: ["db", "x,y"],
    status: "failed",
    checkedInAt: null,
    deadline: tuesday,
  } as const;
  const labels = String.raw`token="c2354d53d2",name="a \"b\"\\c\nd",tags="db,x,y"`;

  const lines = snitchMetrics([{ ...snitch, tags: [...snitch.tags] }]).split("\n");

  expect(lines.filter((line) => !line.startsWith("#"))).toEqual([
    `tattle_snitch_up{${labels}} 0`,
    `tattle_snitch_deadline_timestamp_seconds{${labels}} ${1_773_100_800.5}`,
    `tattle_snitch_status{${labels},status="failed"} 1`,
    "",
  ]);
});

test.each([
  ["pending", 1],
  ["healthy", 1],
  ["failed", 0],
  ["errored", 0],
  ["paused", 1],
] as const)("only what people are alerted about is down: %s", (status, up) => {
  const text = snitchMetrics([
    { token: "a", name: "b", tags: [], status, checkedInAt: tuesday, deadline: null },
  ]);
  expect(text).toContain(`tattle_snitch_up{token="a",name="b",tags=""} ${up}\n`);
});
