import { expect, test } from "vitest";
import { findReport, JOBS } from "./demo-jobs";

test("within ten minutes the demo has a healthy job, a failing one and a silent one, and all recover", () => {
  const histories = JOBS.map((job) => Array.from({ length: 10 }, (_, i) => findReport(job, 29_000_000 + i)));

  expect(histories.map((runs) => runs.filter((run) => run === null).length)).toEqual([0, 0, 4]);
  expect(histories.map((runs) => runs.filter((run) => run?.exitStatus === 1).length)).toEqual([0, 3, 0]);
  for (const runs of histories) expect(runs.at(-1)).toMatchObject({ exitStatus: 0 });
});
