import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Run } from "@/lib/rules/runs/run";
import { aRunningRun } from "@/testing/snitch-state";
import { RunLine } from "./run-line";
import { RunNote, runNews } from "./run-note";

const tuesday = new Date("2026-03-10T03:10Z");
const at = new Date("2026-03-10T03:05Z");

const RUNNING = aRunningRun(at, { id: "019cd5a1-0000-7000-8000-000000000000" });
const ENDED: Run = {
  ...RUNNING,
  endedAt: tuesday,
  outcome: "succeeded",
  durationMs: 252_000,
  exitStatus: "0",
};

const renderText = (element: React.ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, "")
    .replaceAll("\u00a0", " ")
    .replaceAll("&gt;", ">");

test.each<[string, Run, string]>([
  ["a running one counts up", RUNNING, "Running, started 03:05 · for 5 min"],
  [
    "one that ended says how",
    { ...ENDED, outputId: ENDED.id },
    "Succeeded, started 03:05 · took 4 min 12 s · exit 0 · output",
  ],
  [
    "one without a start says when it finished",
    { ...ENDED, startedAt: null, durationMs: null, exitStatus: "3", outcome: "failed", cause: "error" },
    "Failed, finished 03:10 · exit 3",
  ],
  [
    "one that failed a check names it",
    { ...ENDED, outcome: "failed", cause: "check", failedCheck: "metric.rows > 0", exitStatus: "" },
    "Failed, started 03:05 · took 4 min 12 s · did not pass metric.rows > 0",
  ],
  [
    "one that was too short says so",
    { ...ENDED, outcome: "failed", cause: "too_short", durationMs: 900, exitStatus: "" },
    "Failed, started 03:05 · took 900 ms · too short",
  ],
  [
    "one that overran and never finished says so",
    { ...RUNNING, outcome: "overran", cause: "overran" },
    "Overran, started 03:05 · not finished",
  ],
  [
    "one that was abandoned does not look as if it ran",
    { ...RUNNING, outcome: "abandoned" },
    "Abandoned, started 03:05 · end not known",
  ],
])("a run in one line: %s", (_, run, text) => {
  expect(renderText(<RunLine run={run} now={tuesday} runUrl="/r" />)).toBe(text);
});

test.each<[{ running: number; lastRun?: Run }, string]>([
  [{ running: 0 }, ""],
  [{ running: 1, lastRun: RUNNING }, "running 5 min"],
  [{ running: 2, lastRun: RUNNING }, "2 running"],
  [{ running: 1, lastRun: ENDED }, "1 running"],
  [{ running: 0, lastRun: ENDED }, "took 4 min 12 s"],
  [{ running: 0, lastRun: { ...RUNNING, outcome: "overran" } }, "running 5 min"],
  [{ running: 0, lastRun: { ...RUNNING, outcome: "abandoned" } }, ""],
])("what a row of the list says of runs, example %#", (snitch, text) => {
  expect(renderText(<RunNote news={runNews(snitch)} now={tuesday} />)).toBe(text);
});
