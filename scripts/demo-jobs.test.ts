import { expect, test } from "vitest";
import { JOBS, ofMinute } from "./demo-jobs";

test("within ten minutes the demo shows a job that is well, one that fails and one that goes silent, and all recover", () => {
  const lives = JOBS.map((job) => Array.from({ length: 10 }, (_, i) => ofMinute(job, 29_000_000 + i)));

  expect(lives.map((runs) => runs.filter((run) => run === null).length)).toEqual([0, 0, 4]);
  expect(lives.map((runs) => runs.filter((run) => run?.exitStatus === 1).length)).toEqual([0, 3, 0]);
  for (const runs of lives) expect(runs.at(-1)).toMatchObject({ exitStatus: 0 });
});
