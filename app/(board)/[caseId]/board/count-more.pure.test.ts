import { expect, test } from "vitest";
import type { ListedSnitch } from "@/lib/snitches/list";
import { countBad, countMore } from "./count-more";

const tuesday = new Date("2026-11-24T10:00Z");
const buildSnitch = (status: ListedSnitch["status"], deadline: Date | null = null) =>
  ({ status, deadline }) as ListedSnitch;

test("what has no tile is counted by its status, late ones apart from healthy ones", () => {
  const shown = [
    buildSnitch("failed"),
    buildSnitch("errored"),
    buildSnitch("healthy", new Date("2026-11-24T09:00Z")),
  ];
  const more = countMore({ failed: 1, errored: 7, late: 3 }, shown, tuesday);
  expect(more).toEqual({ failed: 0, errored: 6, late: 2 });
  expect(countBad(more)).toBe(8);
});

test("a snitch that became bad between the two queries does not make a count negative", () => {
  expect(countMore({ failed: 0, errored: 0, late: 0 }, [buildSnitch("failed")], tuesday).failed).toBe(0);
});
