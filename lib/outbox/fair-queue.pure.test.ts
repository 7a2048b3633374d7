import fc from "fast-check";
import { expect, test } from "vitest";
import { openFairQueue } from "./fair-queue";

const rethrow = (error: unknown) => {
  throw error;
};

/** A queue for tasks that record that they began, and end when the test ends them. */
function aQueue({ maxRunning = 1_000, maxWaiting = 10_000, onError = rethrow } = {}) {
  const queue = openFairQueue({ maxRunning, maxWaiting, onError });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    ...queue,
    began,
    /** Adds a task. `place`: account, case and webhook, such as "ada/backups/pager". */
    add(place: string, id = `${place} ${began.length + ends.size}`, concurrency = 10) {
      const [accountId = "", caseId = "", channelId = ""] = place.split("/");
      const run = () => {
        began.push(id);
        return new Promise<void>((resolve) => ends.set(id, resolve));
      };
      queue.add({ accountId, caseId, channelId }, concurrency, id, run);
    },
    async end(id: string) {
      ends.get(id)?.();
      await new Promise(setImmediate);
    },
    count: (start: string) => began.filter((id) => id.startsWith(start)).length,
  };
}

/** Adds this number of tasks for each of twenty webhooks of each case. */
function addMany(queue: ReturnType<typeof aQueue>, account: string, cases: number, tasks: number) {
  for (let task = 0; task < tasks; task += 1)
    for (let webhook = 0; webhook < 20; webhook += 1)
      for (let number = 0; number < cases; number += 1)
        queue.add(`${account}/${number}/${webhook}`, `${account}/${number}/${webhook} ${task}`);
}

test("a webhook runs at most as many tasks as it may, and the next when one has ended", async () => {
  const queue = aQueue();
  for (let i = 0; i < 100; i += 1) queue.add("ada/case/hangs", `hangs-${i}`, 2);
  queue.add("ada/case/quick", "quick");
  expect(queue.began).toEqual(["hangs-0", "hangs-1", "quick"]);

  await queue.end("hangs-0");
  expect(queue.began.at(-1)).toBe("hangs-2");
});

test("an account with a thousand webhooks that hang takes a fifth of the places, and each other account starts at once", () => {
  const queue = aQueue();
  addMany(queue, "hog", 50, 10);
  expect(queue.count("hog")).toBeGreaterThan(150);
  expect(queue.count("hog")).toBeLessThanOrEqual(200);

  for (let i = 0; i < 100; i += 1) queue.add(`other-${i}/case/webhook`);
  expect(queue.count("other")).toBe(100);
});

test("a case whose webhooks hang delays no other case of its account", () => {
  const queue = aQueue();
  addMany(queue, "ada", 1, 100);
  expect(queue.count("ada/0")).toBeGreaterThanOrEqual(100);

  queue.add("ada/healthy/webhook");
  expect(queue.count("ada/healthy")).toBe(1);
});

test("whatever one account adds, another account's first task starts at once", () => {
  const place = fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: 1, max: 10 }));
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 50 }), fc.array(place, { maxLength: 300 }), (maxRunning, added) => {
      const queue = aQueue({ maxRunning, maxWaiting: 100 });
      for (const [i, [theCase, webhook, concurrency]] of added.entries())
        queue.add(`hog/${theCase}/${webhook}`, `hog-${i}`, concurrency);
      queue.add("ada/case/webhook", "ada");
      expect(queue.count("ada")).toBe(1);
    }),
  );
});

test("while all places are taken, the account, the case and the webhook with the fewest tasks are next", async () => {
  const queue = aQueue({ maxRunning: 2 });
  const ids = ["a/1/x", "a/1/x'", "a/1/x''", "a/1/y", "a/2/z", "b/3/v"];
  for (const id of ids) queue.add(id.slice(0, 5), id);
  for (let i = 0; i < ids.length; i += 1) await queue.end(queue.began[i] ?? "");

  // One of two places is free for another account.
  expect(queue.began).toEqual(["a/1/x", "b/3/v", "a/2/z", "a/1/y", "a/1/x'", "a/1/x''"]);
});

test.each(["hog-0", "hog-8"])(
  "while nine accounts hold all places, one of %s goes to an account that has none",
  async (hog) => {
    const queue = aQueue({ maxRunning: 10 });
    for (let i = 0; i < 9; i += 1) addMany(queue, `hog-${i}`, 1, 2);
    expect(queue.began).toHaveLength(10);
    queue.add("ada/case/webhook", "ada");
    expect(queue.count("ada")).toBe(0);

    await queue.end(queue.began.find((id) => id.startsWith(hog)) ?? "");
    expect(queue.count("ada")).toBe(1);
  },
);

test("every task that is not dropped runs once, and a queue that has run all holds nothing", async () => {
  const place = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.array(place, { maxLength: 100 }),
      async (max, added) => {
        const queue = aQueue({ maxRunning: max });
        for (const [i, parts] of added.entries()) queue.add(parts.join("/"), `${i}`, 2);
        for (let i = 0; i < queue.began.length; i += 1) await queue.end(queue.began[i] ?? "");
        expect(queue.began.toSorted()).toEqual(added.map((_, i) => `${i}`).toSorted());
        expect(added.some((_, i) => queue.has(`${i}`))).toBe(false);
        await queue.close();
      },
    ),
  );
});

test("adding an id again is a no-op until its task has ended", async () => {
  const queue = aQueue();
  queue.add("a/b/c", "row");
  queue.add("a/b/c", "row");
  expect(queue.began).toEqual(["row"]);
  expect(queue.has("row")).toBe(true);

  await queue.end("row");
  queue.add("a/b/c", "row");
  expect(queue.began).toEqual(["row", "row"]);
});

test("a full queue drops the newest task of the account that has the most", async () => {
  const queue = aQueue({ maxRunning: 1, maxWaiting: 3 });
  for (const id of ["hog-0", "hog-1", "hog-2", "hog-3"]) queue.add("hog/case/webhook", id);
  expect(["hog-1", "hog-2", "hog-3"].map(queue.has)).toEqual([true, true, true]);

  queue.add("hog/case/webhook", "hog-4");
  expect(queue.has("hog-4")).toBe(false);
  queue.add("ada/case/webhook", "ada");
  expect([queue.has("ada"), queue.has("hog-3")]).toEqual([true, false]);

  await queue.end("hog-0");
  expect(queue.began).toEqual(["hog-0", "ada"]);
  queue.add("hog/case/webhook", "hog-3");
  expect(queue.has("hog-3")).toBe(true);
});

test("a task that fails stops no other task", async () => {
  const errors: unknown[] = [];
  const queue = openFairQueue({ maxRunning: 1, maxWaiting: 10, onError: (error) => errors.push(error) });
  const place = { accountId: "a", caseId: "b", channelId: "c" };
  let hasRun = false;

  queue.add(place, 1, "failing", () => Promise.reject(new Error("failed")));
  queue.add(place, 1, "working", async () => {
    hasRun = true;
  });
  await new Promise(setImmediate);

  expect(errors).toEqual([new Error("failed")]);
  expect(hasRun).toBe(true);
});

test("closing waits for running tasks and starts no more", async () => {
  const queue = aQueue();
  queue.add("a/b/c", "first", 1);
  queue.add("a/b/c", "second", 1);

  let isClosed = false;
  const closed = queue.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);

  await queue.end("first");
  await closed;
  queue.add("a/b/c", "third", 1);
  expect(queue.began).toEqual(["first"]);
});
