import { expect, test } from "vitest";
import { openTargetQueues } from "./target-queues";

/** Work that ends when it is told to, and says when it began. */
function someWork() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (id: string) => () => {
    began.push(id);
    return new Promise<void>((resolve) => ends.set(id, resolve));
  };
  const end = async (id: string) => {
    ends.get(id)?.();
    await new Promise(setImmediate);
  };
  return { began, work, end };
}

const noFault = (fault: unknown) => {
  throw fault;
};

test("a lane that hangs keeps no other lane waiting", async () => {
  const { began, work, end } = someWork();
  const lanes = openTargetQueues(10, noFault);

  for (let i = 0; i < 100; i += 1) lanes.add("hangs", 2, `hangs-${i}`, work(`hangs-${i}`));
  lanes.add("quick", 2, "quick-0", work("quick-0"));
  expect(began).toEqual(["hangs-0", "hangs-1", "quick-0"]);

  await end("hangs-0");
  expect(began.at(-1)).toBe("hangs-2");
});

test("when all lanes together are full, each has its turn", async () => {
  const { began, work, end } = someWork();
  const lanes = openTargetQueues(1, noFault);

  for (const id of ["a-0", "a-1", "a-2", "b-0", "b-1"]) lanes.add(id.charAt(0), 5, id, work(id));
  for (const id of ["a-0", "a-1", "b-0", "a-2", "b-1"]) await end(id);

  expect(began.toSorted()).toEqual(["a-0", "a-1", "a-2", "b-0", "b-1"]);
  expect(began.indexOf("b-0")).toBeLessThan(began.indexOf("a-2"));
});

test("asking twice for a row is asking once, until it is done", async () => {
  const { began, work, end } = someWork();
  const lanes = openTargetQueues(10, noFault);

  lanes.add("a", 1, "row", work("row"));
  lanes.add("a", 1, "row", work("row"));
  expect(began).toEqual(["row"]);
  expect(lanes.has("row")).toBe(true);

  await end("row");
  lanes.add("a", 1, "row", work("row"));
  expect(began).toEqual(["row", "row"]);
});

test("a fault ends its own work only", async () => {
  const faults: unknown[] = [];
  const { began, work } = someWork();
  const lanes = openTargetQueues(1, (fault) => faults.push(fault));

  lanes.add("a", 1, "broken", () => Promise.reject(new Error("broken")));
  lanes.add("a", 1, "sound", work("sound"));
  await new Promise(setImmediate);

  expect(faults).toEqual([new Error("broken")]);
  expect(began).toEqual(["sound"]);
});

test("closing waits for what is under way, and starts nothing more", async () => {
  const { began, work, end } = someWork();
  const lanes = openTargetQueues(10, noFault);
  lanes.add("a", 1, "first", work("first"));
  lanes.add("a", 1, "second", work("second"));

  let isClosed = false;
  const closed = lanes.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);

  await end("first");
  await closed;
  lanes.add("a", 1, "third", work("third"));
  expect(began).toEqual(["first"]);
});
