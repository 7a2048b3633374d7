import { expect, test, vi } from "vitest";
import { eventually } from "@/testing/eventually";
import { LatestResult } from "./latest-result";

const at = (ms: number) => new Date(Date.parse("2026-03-10T12:00Z") + ms);

/** Work whose results the test decides. */
function open(options = { maxAgeMs: 15_000, minAgeMs: 0 }) {
  const works: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  const latest = new LatestResult<string>({
    ...options,
    compute: () => new Promise((resolve, reject) => works.push({ resolve, reject })),
  });
  return { works, latest };
}

test("a thousand readers share one result, until it is old or may have changed", async () => {
  const { works, latest } = open();
  const readers = Array.from({ length: 1_000 }, () => latest.read(at(0)));
  works[0]?.resolve("one");
  expect(new Set(await Promise.all(readers))).toEqual(new Set(["one"]));
  expect(await latest.read(at(14_999))).toBe("one");
  expect(works).toHaveLength(1);
  latest.expire();
  const next = latest.read(at(15_000));
  works[1]?.resolve("two");
  expect(await next).toBe("two");
  expect(works).toHaveLength(2);
});

test("what changes while the result is computed is computed again", async () => {
  const { works, latest } = open();
  const first = latest.read(at(0));
  latest.expire();
  works[0]?.resolve("before");
  expect(await first).toBe("before");
  const second = latest.read(at(1));
  works[1]?.resolve("after");
  expect(await second).toBe("after");
});

test("many changes within the least age are computed once", async () => {
  const { works, latest } = open({ maxAgeMs: 15_000, minAgeMs: 2_000 });
  const first = latest.read(at(0));
  works[0]?.resolve("one");
  await first;
  for (let i = 0; i < 100; i++) {
    latest.expire();
    expect(await latest.read(at(1_000 + i))).toBe("one");
  }
  expect(works).toHaveLength(1);
});

test("while the work fails, the result before it remains, and is tried again a second later", async () => {
  const { works, latest } = open();
  const first = latest.read(at(0));
  works[0]?.resolve("one");
  await first;
  const failing = latest.read(at(20_000));
  works[1]?.reject(new Error("Postgres is away"));
  expect(await failing).toBe("one");
  for (let i = 0; i < 100; i++) expect(await latest.read(at(20_500))).toBe("one");
  expect(works).toHaveLength(2);
  const again = latest.read(at(21_000));
  works[2]?.resolve("two");
  expect(await again).toBe("two");
});

test("without a result before, a failure reaches the reader", async () => {
  const { works, latest } = open();
  const first = latest.read(at(0));
  works[0]?.reject(new Error("Postgres is away"));
  await expect(first).rejects.toThrow("away");
});

test("while the work hangs, readers get the result before it, and it does not begin again", async () => {
  vi.useFakeTimers();
  try {
    const { works, latest } = open();
    const first = latest.read(at(0));
    works[0]?.resolve("one");
    await first;
    const hanging = latest.read(at(20_000));
    vi.advanceTimersByTime(1_000);
    expect(await hanging).toBe("one");
    expect(await latest.read(at(40_000))).toBe("one");
    expect(works).toHaveLength(2);
    works[1]?.resolve("two");
    await eventually(async () => expect(await latest.read(at(20_001))).toBe("two"));
  } finally {
    vi.useRealTimers();
  }
});
