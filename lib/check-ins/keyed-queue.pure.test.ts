import fc from "fast-check";
import { expect, test } from "vitest";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { KeyedQueue, type QueuedCheckIn, type QueueName } from "./keyed-queue";

const anItem = (token: string, exitStatus = ""): QueuedCheckIn => ({
  checkIn: { token, exitStatus } as CheckIn,
  resolve: () => {},
});

/** One thing that happens to a queue. For the batches in progress, `batch` ends. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), token: fc.nat(4).map(String), isError: fc.boolean() }),
  fc.record({
    kind: fc.constant("take" as const),
    name: fc.constantFrom<QueueName>("routine", "changes"),
    max: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant("end" as const), batch: fc.nat(9), leftToken: fc.nat(4).map(String) }),
  fc.record({ kind: fc.constant("fail" as const), batch: fc.nat(9) }),
);

test("whatever is taken, left to the other queue or put back, each check-in is recorded once, and those of a snitch in order", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new KeyedQueue();
      const added: QueuedCheckIn[] = [];
      const recorded: QueuedCheckIn[] = [];
      const batches: { name: QueueName; items: QueuedCheckIn[] }[] = [];
      const end = ({ name, items }: (typeof batches)[number], leftToken: string | null) => {
        const later = name === "routine" ? items.filter(({ checkIn: { token } }) => token === leftToken) : [];
        queue.release(items);
        queue.moveToChanges(later);
        recorded.push(...items.filter((item) => !later.includes(item)));
      };
      for (const step of steps) {
        if (step.kind === "add") {
          added.push(anItem(step.token, step.isError ? "1" : ""));
          queue.add(added.at(-1) as QueuedCheckIn);
        } else if (step.kind === "take") {
          const items = queue.take(step.name, step.max);
          const busy = new Set(batches.flatMap((batch) => batch.items.map(({ checkIn }) => checkIn.token)));
          expect(items.filter(({ checkIn }) => busy.has(checkIn.token))).toEqual([]);
          batches.push({ name: step.name, items });
        } else {
          const [batch] = batches.splice(step.batch % Math.max(1, batches.length), 1);
          if (batch && step.kind === "end") end(batch, step.leftToken);
          else if (batch) queue.putBack(batch.items);
        }
      }
      for (const batch of batches) end(batch, null);
      for (const name of ["routine", "changes"] as const) {
        while (queue.lengthOf(name) > 0) end({ name, items: queue.take(name, 3) }, null);
      }
      expect(queue.waiting).toEqual([]);
      expect(recorded.length).toBe(added.length);
      const ofToken = (items: QueuedCheckIn[], token: string) =>
        items.filter(({ checkIn }) => checkIn.token === token).map((item) => added.indexOf(item));
      for (const token of ["0", "1", "2", "3", "4"])
        expect(ofToken(recorded, token)).toEqual(ofToken(added, token));
    }),
    { numRuns: 300 },
  );
});

test("an error report does not wait in the queue of routine check-ins, and what follows it neither", () => {
  const queue = new KeyedQueue();
  for (const item of [anItem("a"), anItem("b", "1"), anItem("b"), anItem("a", "1")]) queue.add(item);
  const tokens = (name: QueueName) => queue.take(name, 9).map(({ checkIn }) => checkIn.token);

  expect(tokens("routine")).toEqual(["a", "a"]);
  expect(tokens("changes")).toEqual(["b", "b"]);
});
