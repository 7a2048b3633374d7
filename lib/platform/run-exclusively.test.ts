import { expect, test, vi } from "vitest";
import { eventually } from "@/testing/eventually";
import { runExclusively } from "./run-exclusively";

/** Work that lasts until `finish` is called. */
function aLongWork() {
  let finish = () => {};
  const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  return { work, finish: () => finish() };
}

test("work of a name is done by one at a time, the others skip it, and other names do not wait", async () => {
  const { work, finish } = aLongWork();
  const [second, other] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const first = runExclusively("clean up", work);
  await eventually(() => expect(work).toHaveBeenCalled());

  await runExclusively("clean up", second);
  await runExclusively("remind", other);
  expect(second).not.toHaveBeenCalled();
  expect(other).toHaveBeenCalled();

  finish();
  await first;
  await runExclusively("clean up", second);
  expect(second).toHaveBeenCalledTimes(1);
});

test("work that fails lets the next one run", async () => {
  const failing = runExclusively("fail", () => Promise.reject(new Error("on purpose")));
  await expect(failing).rejects.toThrow("on purpose");

  const next = vi.fn(async () => {});
  await runExclusively("fail", next);
  expect(next).toHaveBeenCalled();
});
