import { expect, test } from "vitest";
import { eventually } from "@/testing/eventually";
import { shareQueries } from "./share-queries";

test("calls that arrive while a query runs share the next one, and each gets its own result", async () => {
  const batches: number[][] = [];
  let finish = () => {};
  const double = shareQueries(async (numbers: readonly number[]) => {
    batches.push([...numbers]);
    if (batches.length === 1) await new Promise<void>((resolve) => (finish = resolve));
    return numbers.map((number) => 2 * number);
  });

  const first = double(1);
  await eventually(() => expect(batches).toEqual([[1]]));
  const others = [2, 3, 4].map(double);
  finish();

  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test("an item that fails does not fail those that share its query", async () => {
  const failing = shareQueries(async (items: readonly string[]) => {
    if (items.includes("bad")) throw new Error("cannot be stored");
    return items.map((item) => `${item}!`);
  });

  expect(await Promise.allSettled(["a", "bad", "b"].map(failing))).toEqual([
    { status: "fulfilled", value: "a!" },
    { status: "rejected", reason: new Error("cannot be stored") },
    { status: "fulfilled", value: "b!" },
  ]);
});
