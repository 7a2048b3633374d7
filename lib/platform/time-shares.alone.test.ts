import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TimeShares, type Turn } from "./time-shares";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets what has its turn begin. */
const settle = () => new Promise(setImmediate);

/** Turns that record which pieces have begun, and how each can be ended. */
function someTurns(atOnce: number) {
  const turns = new TimeShares(atOnce);
  const began: string[] = [];
  const running = new Map<string, Turn>();
  return {
    turns,
    began,
    async take(owner: string, name = `${owner} ${began.length}`) {
      void turns.take(owner).then((turn) => {
        began.push(name);
        running.set(name, turn);
      });
      await settle();
    },
    async end(name: string) {
      running.get(name)?.end();
      running.delete(name);
      await settle();
    },
    async giveWay(name: string) {
      void running
        .get(name)
        ?.giveWay()
        .then(() => began.push(`${name} again`));
      await settle();
    },
    async pass(ms: number) {
      vi.advanceTimersByTime(ms);
      await settle();
    },
    running,
  };
}

test("a hundred pieces of one owner wait for each other in order, and no piece of another waits", async () => {
  const { take, end, began, turns } = someTurns(2);
  for (let n = 0; n < 100; n += 1) await take("mallory", `mallory ${n}`);
  for (const owner of ["ada", "bob", "cleo"]) await take(owner, owner);
  expect(began).toEqual(["mallory 0", "mallory 1", "ada", "bob", "cleo"]);
  expect(turns.countWaiting("mallory")).toBe(98);

  await end("mallory 1");
  await end("mallory 1");
  expect(began.at(-1)).toBe("mallory 2");
  expect(began).toHaveLength(6);
});

test("who has used much more begins nothing while work of others is in progress, for no longer than that time", async () => {
  const { take, end, pass, began } = someTurns(1);
  await take("mallory", "long");
  await pass(2_000);
  await end("long");
  await take("ada", "page");
  await take("mallory", "next");
  await take("bob", "other page");
  expect(began).toEqual(["long", "page", "other page"]);

  await end("page");
  expect(began).toHaveLength(3);
  await end("other page");
  expect(began.at(-1)).toBe("next");

  await end("next");
  await take("ada", "slow page");
  await take("mallory", "patient");
  await pass(1_999);
  expect(began.at(-1)).toBe("slow page");
  await pass(1);
  expect(began.at(-1)).toBe("patient");
});

test("what was used is dropped, and no one who used little gives way", async () => {
  const { take, end, pass, began } = someTurns(1);
  await take("mallory", "long");
  await pass(2_000);
  await end("long");
  await pass(6_000);
  await take("ada", "page");
  await take("mallory", "next");
  expect(began).toEqual(["long", "page", "next"]);
});

test("long work that gives way goes on before its owner's next piece, and after the work of others", async () => {
  const { take, end, giveWay, pass, began } = someTurns(1);
  await take("mallory", "list");
  await take("mallory", "next");
  await pass(1_000);
  await take("ada", "page");
  await giveWay("list");
  expect(began).toEqual(["list", "page"]);
  await end("page");
  expect(began.at(-1)).toBe("list again");
  await end("list");
  expect(began.at(-1)).toBe("next");
});

test("whatever happens, each owner has so many pieces in progress, in order, and all have their turn in the end", async () => {
  const owner = fc.constantFrom("ada", "bob", "cleo");
  const step = fc.record({ owner, ends: fc.boolean(), ms: fc.nat(3_000) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { take, end, pass, began, running } = someTurns(2);
      const taken: string[] = [];
      const runningOf = (name: string) => [...running.keys()].filter((key) => key.startsWith(name));
      for (const { owner, ends, ms } of steps) {
        await pass(ms);
        if (ends) await end(runningOf(owner)[0] ?? "");
        else {
          taken.push(`${owner} ${taken.length}`);
          await take(owner, taken.at(-1));
        }
        expect(runningOf(owner).length).toBeLessThanOrEqual(2);
      }
      while (running.size > 0) {
        for (const name of [...running.keys()]) await end(name);
        await pass(6_000);
      }
      for (const name of ["ada", "bob", "cleo"])
        expect(began.filter((key) => key.startsWith(name))).toEqual(
          taken.filter((key) => key.startsWith(name)),
        );
    }),
  );
});
