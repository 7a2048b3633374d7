import { describe, expect, test } from "vitest";
import { simulateMachines } from "@/testing/machine-history";

const SEEDS = [1, 2, 3];

describe.each(SEEDS)("fifty machines of which some die, are cut off or are slow, seed %i", (seed) => {
  const { single, grouped, known, deaths } = simulateMachines(seed);

  test("no one hears of a miss later than without grouping, unless they notified of its machine before", () => {
    const misses = known.filter(({ event }) => event === "missing");
    expect(misses.length).toBeGreaterThan(500);
    expect(misses.filter(({ at, knownAt }) => knownAt === null || knownAt > at)).toEqual([]);
  });

  test("nothing is said twice: of a job on its own and with its machine, or of a machine twice at once", () => {
    expect(known.filter(({ messages }) => messages > 1)).toEqual([]);
    const keys = grouped.map(({ at, about, event }) => `${at} ${about} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("anyone who hears that a machine is not reporting hears once when that is over", () => {
    for (const host of new Set(grouped.flatMap(({ about, event }) => (event === "silent" ? about : [])))) {
      const events = grouped.filter(({ about }) => about === host).map(({ event }) => event);
      // A further period that was missed is notified again.
      expect(events.join(" ")).toMatch(/^(silent ?)+( ?over (silent ?)+)*( ?over)?$/);
    }
  });

  test("anyone who hears on its own that a job is missing hears on its own that it has recovered", () => {
    const open = new Set<string>();
    for (const { about, event } of grouped) {
      if (event === "missing") open.add(about);
      // Known by its machine alone, and recovered elsewhere while the machine is not reporting.
      if (event === "recovered") open.delete(about);
    }
    const missing = new Set<string>();
    for (const { job, event } of known) event === "missing" ? missing.add(job) : missing.delete(job);
    expect([...open].filter((job) => !missing.has(job))).toEqual([]);
  });

  test("a death is far fewer messages, and the one about the machine comes with the third job", () => {
    const figures = deaths.map(({ host, from, to }) => {
      const during = <Message extends { at: number }>(all: Message[]) =>
        all.filter(({ at }) => at >= from && at < to);
      const isOf = ({ about }: { about: string }) => about === host || about.startsWith(`${host}/`);
      const alone = during(single).filter((each) => isOf(each) && each.event === "missing");
      const jobs = [...new Set(alone.map(({ about }) => about))];
      const third = alone.find(({ about }) => about === jobs[2]);
      const message = during(grouped).find(({ about, event }) => about === host && event === "silent");
      return { alone: alone.length, together: during(grouped).filter(isOf).length, third, message };
    });
    const grouping = figures.filter(({ message }) => message);
    expect(grouping.length).toBeGreaterThan(deaths.length / 2);
    const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
    const ratio = sum(grouping.map((each) => each.together)) / sum(grouping.map((each) => each.alone));
    expect(ratio).toBeLessThan(0.5);
    const late = grouping.map(({ third, message }) => (message?.at ?? 0) - (third?.at ?? 0));
    expect(late.filter((minutes) => minutes <= 0).length).toBeGreaterThan(late.length * 0.8);
  });
});
