import { expect, test } from "vitest";
import { SharedResults } from "./shared-results";

const second = (n: number) => new Date(n * 1_000);

test("two readers of one result compute it once, and another a minute later again", async () => {
  const results = new SharedResults<number>(60_000, 10);
  let runs = 0;
  const read = (at: number) => results.read("case", "march", second(at), async () => ++runs);

  expect(await Promise.all([read(0), read(0), read(59)])).toEqual([1, 1, 1]);
  expect(await read(60)).toBe(2);
});

test("results of one group are computed one at a time, and those of others next to them", async () => {
  const results = new SharedResults<void>(60_000, 10);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const read = (group: string, name: string) =>
    results.read(group, name, second(0), () => {
      running.push(`${group} ${name}`);
      return new Promise((end) => ends.push(end));
    });

  const first = read("a", "march");
  const next = read("a", "april");
  read("b", "march");
  await Promise.resolve();
  expect(running).toEqual(["a march", "b march"]);

  ends[0]?.();
  await first;
  await new Promise(setImmediate);
  expect(running).toEqual(["a march", "b march", "a april"]);
  ends[2]?.();
  await next;
});

test("a failure is not stored, and holds back no one", async () => {
  const results = new SharedResults<string>(60_000, 10);
  const failed = results.read("case", "march", second(0), async () => {
    throw new Error("no");
  });
  const other = results.read("case", "april", second(0), async () => "april");

  await expect(failed).rejects.toThrow("no");
  expect(await other).toBe("april");
  expect(await results.read("case", "march", second(1), async () => "march")).toBe("march");
});

test("only so many results are stored", async () => {
  const results = new SharedResults<number>(60_000, 2);
  let runs = 0;
  const read = (name: string) => results.read("case", name, second(0), async () => ++runs);

  for (const name of ["a", "b", "c"]) await read(name);
  expect([await read("c"), await read("b"), await read("a")]).toEqual([3, 2, 4]);
});
