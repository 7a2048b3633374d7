import { expect, test } from "vitest";
import { openTargetQueues } from "./target-queues";

/** Tasks that record that they began, and end when the test ends them. */
function controlledTasks() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (id: string) => () => {
    began.push(id);
    return new Promise<void>((resolve) => ends.set(id, resolve));
  };
  const end = async (id: string) => {
    ends.get(id)?.();
    await new Promise(setImmediate);
  };
  return { began, task, end };
}

const rethrow = (error: unknown) => {
  throw error;
};

test("a target that hangs delays no other target", async () => {
  const { began, task, end } = controlledTasks();
  const queues = openTargetQueues(10, rethrow);

  for (let i = 0; i < 100; i += 1) queues.add("hangs", 2, `hangs-${i}`, task(`hangs-${i}`));
  queues.add("quick", 2, "quick-0", task("quick-0"));
  expect(began).toEqual(["hangs-0", "hangs-1", "quick-0"]);

  await end("hangs-0");
  expect(began.at(-1)).toBe("hangs-2");
});

test("at the limit for all targets together, targets take turns", async () => {
  const { began, task, end } = controlledTasks();
  const queues = openTargetQueues(1, rethrow);

  for (const id of ["a-0", "a-1", "a-2", "b-0", "b-1"]) queues.add(id.charAt(0), 5, id, task(id));
  for (const id of ["a-0", "a-1", "b-0", "a-2", "b-1"]) await end(id);

  expect(began.toSorted()).toEqual(["a-0", "a-1", "a-2", "b-0", "b-1"]);
  expect(began.indexOf("b-0")).toBeLessThan(began.indexOf("a-2"));
});

test("adding an id again is a no-op until its task has ended", async () => {
  const { began, task, end } = controlledTasks();
  const queues = openTargetQueues(10, rethrow);

  queues.add("a", 1, "row", task("row"));
  queues.add("a", 1, "row", task("row"));
  expect(began).toEqual(["row"]);
  expect(queues.has("row")).toBe(true);

  await end("row");
  queues.add("a", 1, "row", task("row"));
  expect(began).toEqual(["row", "row"]);
});

test("a task that fails stops no other task", async () => {
  const errors: unknown[] = [];
  const { began, task } = controlledTasks();
  const queues = openTargetQueues(1, (error) => errors.push(error));

  queues.add("a", 1, "failing", () => Promise.reject(new Error("failed")));
  queues.add("a", 1, "working", task("working"));
  await new Promise(setImmediate);

  expect(errors).toEqual([new Error("failed")]);
  expect(began).toEqual(["working"]);
});

test("closing waits for running tasks and starts no more", async () => {
  const { began, task, end } = controlledTasks();
  const queues = openTargetQueues(10, rethrow);
  queues.add("a", 1, "first", task("first"));
  queues.add("a", 1, "second", task("second"));

  let isClosed = false;
  const closed = queues.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);

  await end("first");
  await closed;
  queues.add("a", 1, "third", task("third"));
  expect(began).toEqual(["first"]);
});
