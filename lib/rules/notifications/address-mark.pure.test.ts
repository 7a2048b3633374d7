import fc from "fast-check";
import { expect, test } from "vitest";
import { type AddressEvent, type AddressState, applyAddressEvent } from "./address-mark";

const UNKNOWN: AddressState = { mark: null, markedAt: null, deliveredAt: null, clearedAt: null };
const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 0, minute));
const anEvent = (text: string): AddressEvent => {
  const [kind = "", minute = ""] = text.split(" ");
  return { kind: kind as AddressEvent["kind"], at: at(Number(minute)) };
};
const after = (events: string[], state = UNKNOWN) => events.map(anEvent).reduce(applyAddressEvent, state);

test.each([
  [["bounced 1"], "bounced", 1],
  [["complained 1"], "complained", 1],
  [["delivered 1"], null, null],
  [["bounced 1", "delivered 2"], null, null],
  [["delivered 1", "bounced 2"], "bounced", 2],
  [["delivered 2", "bounced 1"], null, null],
  [["bounced 3", "delivered 2"], "bounced", 3],
  [["bounced 1", "bounced 3", "delivered 2"], "bounced", 3],
  [["bounced 3", "bounced 1", "delivered 2"], "bounced", 3],
  [["complained 1", "delivered 2"], "complained", 1],
  [["delivered 2", "complained 1"], "complained", 1],
  [["complained 1", "bounced 2"], "complained", 1],
  [["bounced 2", "complained 1"], "complained", 1],
] as const)("after %j the mark is %s", (events, mark, minute) => {
  expect(after([...events])).toMatchObject({ mark, markedAt: minute === null ? null : at(minute) });
});

test("after a person removed the mark, a repeated event does not bring it back, and a newer one does", () => {
  const cleared = { ...UNKNOWN, clearedAt: at(5) };
  expect(after(["bounced 1", "complained 5"], cleared)).toEqual(cleared);
  expect(after(["bounced 6"], cleared)).toMatchObject({ mark: "bounced" });
  expect(after(["complained 6"], cleared)).toMatchObject({ mark: "complained" });
});

const someEvents = fc.array(
  fc.record({
    kind: fc.constantFrom<AddressEvent["kind"]>("bounced", "complained", "delivered"),
    at: fc.integer({ min: 1, max: 8 }).map(at),
  }),
  { minLength: 1, maxLength: 12 },
);

/** The mark that all events together mean, whenever they came. */
function computeMark(events: AddressEvent[], clearedAt: Date | null) {
  const last = (kind: AddressEvent["kind"]) =>
    Math.max(0, ...events.flatMap((event) => (event.kind === kind ? event.at.getTime() : [])));
  const cleared = clearedAt?.getTime() ?? 0;
  if (last("complained") > cleared) return "complained";
  return last("bounced") > Math.max(last("delivered"), cleared) ? "bounced" : null;
}

test("any events: the order and repeats change nothing", () => {
  fc.assert(
    fc.property(
      someEvents.chain((events) =>
        fc.tuple(
          fc.constant(events),
          fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        ),
      ),
      fc.option(fc.integer({ min: 1, max: 8 }).map(at)),
      ([events, arrived], clearedAt) => {
        const before = { ...UNKNOWN, clearedAt };
        const state = arrived.reduce(applyAddressEvent, before);
        expect(state.mark).toBe(computeMark(events, clearedAt));
        expect(state.markedAt === null).toBe(state.mark === null);
        expect(state).toEqual(events.reduce(applyAddressEvent, before));
      },
    ),
  );
});
