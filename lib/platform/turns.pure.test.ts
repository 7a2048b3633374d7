import fc from "fast-check";
import { expect, test } from "vitest";
import { Turns } from "./turns";

/** Runs pieces of work, of which each ends when the test says so. Notes who began, and what became of each. */
function openTurns(maxRunning: number, maxWaiting: number) {
  const turns = new Turns(maxRunning, maxWaiting);
  const began: string[] = [];
  const running = new Map<string, () => void>();
  const outcomes: string[] = [];
  const ask = (owner: string, fails = false) => {
    const work = async () => {
      began.push(owner);
      expect(running.has(owner)).toBe(false);
      await new Promise<void>((resolve) => running.set(owner, resolve));
      if (fails) throw new Error("failed");
    };
    turns.use(owner, work).then(
      () => outcomes.push(`${owner} done`),
      (error: Error) => outcomes.push(`${owner} ${error.message}`),
    );
  };
  const end = async (owner: string) => {
    running.get(owner)?.();
    running.delete(owner);
    await settle();
  };
  return { began, running, outcomes, ask, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("one piece of each owner is done at a time, no matter who asks, and all in the end", async () => {
  const owner = fc.constantFrom("ada", "bob", "cleo", "dan");
  const step = fc.record({ owner, ends: fc.boolean(), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { began, running, outcomes, ask, end } = openTurns(2, 40);
      for (const { owner, ends, fails } of steps) {
        if (ends) await end(owner);
        else ask(owner, fails);
        await settle();
        expect(running.size).toBeLessThanOrEqual(2);
      }
      for (let left = running.size; left > 0; left = running.size)
        for (const one of [...running.keys()]) await end(one);
      const asked = steps.filter(({ ends }) => !ends);
      expect(began.toSorted()).toEqual(asked.map(({ owner }) => owner).toSorted());
      expect(outcomes.toSorted()).toEqual(
        asked.map(({ owner, fails }) => `${owner} ${fails ? "failed" : "done"}`).toSorted(),
      );
    }),
  );
});

test("however many pieces an owner has, another waits for one of them at most", async () => {
  const { began, ask, end } = openTurns(1, 10);
  for (let i = 0; i < 5; i += 1) ask("ada");
  ask("bob");
  ask("cleo");
  for (const owner of ["ada", "ada", "bob", "cleo"]) await end(owner);
  expect(began).toEqual(["ada", "ada", "bob", "cleo", "ada"]);
});

test("if too many wait, the owner with the most loses the latest", async () => {
  const { running, outcomes, ask, end } = openTurns(1, 3);
  ask("ada");
  for (const owner of ["bob", "bob", "cleo", "dan"]) ask(owner);
  await settle();
  expect(outcomes).toEqual([expect.stringMatching(/^bob Too many requests .* are waiting/)]);
  for (const owner of ["ada", "bob", "cleo"]) await end(owner);
  expect([...running.keys()]).toEqual(["dan"]);
});
