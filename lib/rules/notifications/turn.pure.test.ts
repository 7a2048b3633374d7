import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseTurn, type QueuedMessage } from "./turn";

const message = (
  id: string,
  does: QueuedMessage["does"],
  state: QueuedMessage["state"] = "waiting",
  isTried = state !== "waiting",
): QueuedMessage => ({ id, does, state, isTried });

const SEND = { kind: "send", supersedes: [], isPast: false };
const WAIT = { kind: "wait" };
const SKIP = { kind: "skip", supersedes: [] };

describe("a message about an incident", () => {
  test("is sent if it is the only one", () => {
    expect(chooseTurn("1", [message("1", "opens")], true)).toEqual(SEND);
  });

  test("waits while another one is being sent", () => {
    const all = [message("1", "opens", "sending"), message("2", "ends")];
    expect(chooseTurn("2", all, true)).toEqual(WAIT);
  });

  test("that says the incident goes on replaces earlier ones", () => {
    const all = [message("1", "opens", "waiting", true), message("2", "opens")];
    expect(chooseTurn("1", all, true)).toEqual(SKIP);
    expect(chooseTurn("2", all, true)).toEqual({ ...SEND, supersedes: ["1"] });
  });

  test("that ends it is sent if the beginning may have arrived, and replaces a retry of it", () => {
    const all = [message("1", "opens", "waiting", true), message("2", "ends")];
    expect(chooseTurn("2", all, true)).toEqual({ ...SEND, supersedes: ["1"] });
  });

  test("that ends it is not sent to a pager, and is sent to a chat as past, if the beginning was never sent", () => {
    const all = [message("1", "opens"), message("2", "ends")];
    expect(chooseTurn("1", all, true)).toEqual(SKIP);
    // It takes the beginning along, which must not be sent afterwards.
    expect(chooseTurn("2", all, true)).toEqual({ ...SKIP, supersedes: ["1"] });
    expect(chooseTurn("2", all, false)).toEqual({ kind: "send", supersedes: ["1"], isPast: true });
  });

  test("that acknowledges it waits for the beginning, and is not sent without it or after the end", () => {
    expect(chooseTurn("2", [message("1", "opens"), message("2", "acknowledges")], true)).toEqual(WAIT);
    expect(chooseTurn("2", [message("1", "opens", "accepted"), message("2", "acknowledges")], true)).toEqual(
      SEND,
    );
    expect(chooseTurn("2", [message("1", "opens", "given_up"), message("2", "acknowledges")], true)).toEqual(
      SKIP,
    );
    const ended = [
      message("1", "opens", "accepted"),
      message("2", "acknowledges"),
      message("3", "ends", "accepted"),
    ];
    expect(chooseTurn("2", ended, true)).toEqual(SKIP);
  });

  test("that acknowledges it, or takes that back, replaces earlier ones that did not arrive", () => {
    const all = [
      message("1", "opens", "accepted"),
      message("2", "acknowledges", "accepted"),
      message("3", "acknowledges", "waiting", true),
      message("4", "acknowledges"),
    ];
    expect(chooseTurn("4", all, false)).toEqual({ ...SEND, supersedes: ["3"] });
    // A chat’s further message leaves the first one as it is; a pager has one incident.
    const further = [...all, message("5", "opens")];
    expect(chooseTurn("4", further, false)).toEqual({ ...SEND, supersedes: ["3"] });
    expect(chooseTurn("4", further, true)).toEqual(SKIP);
    expect(chooseTurn("4", [...further, message("6", "ends")], false)).toEqual(SKIP);
  });

  test("that ends it is the last one, whatever its id is", () => {
    expect(chooseTurn("2", [message("2", "opens"), message("1", "ends", "accepted")], true)).toEqual(SKIP);
  });
});

/** How a request ends: `late`: it arrives, but its response does not, and it is tried again. `lost`: it does not arrive. */
const FATES = ["accepted", "late", "lost", "given up", "crashed"] as const;

const histories = fc.record({
  isStateful: fc.boolean(),
  begins: fc.array(fc.constantFrom<QueuedMessage["does"]>("opens", "opens", "acknowledges"), {
    maxLength: 3,
  }),
  isEnded: fc.boolean(),
  steps: fc.array(fc.record({ pick: fc.nat(9), fate: fc.constantFrom(...FATES), isBegun: fc.nat(4) }), {
    maxLength: 30,
  }),
});

test("a receiver that replays what it accepted has the incident open if and only if it is, for random fates of messages", () => {
  fc.assert(
    fc.property(histories, ({ isStateful, begins, isEnded, steps }) => {
      const script = [...(["opens", ...begins] as const), ...(isEnded ? (["ends"] as const) : [])];
      const queue: QueuedMessage[] = [];
      let isOpen = false;
      let isGivenUp = false;
      let sending: { message: QueuedMessage; fate: (typeof FATES)[number] } | null = null;
      const arrive = ({ does }: QueuedMessage) => {
        if (does === "opens") isOpen = true;
        if (does === "ends") isOpen = false;
      };
      const finish = () => {
        if (!sending) return;
        const { message, fate } = sending;
        if (fate === "accepted" || fate === "late" || fate === "crashed") arrive(message);
        message.state = fate === "accepted" ? "accepted" : fate === "given up" ? "given_up" : "waiting";
        isGivenUp ||= fate === "given up";
        sending = null;
      };
      const take = (picked: QueuedMessage | undefined, fate: (typeof FATES)[number]) => {
        if (picked?.state !== "waiting") return;
        const turn = chooseTurn(picked.id, queue, isStateful);
        if (turn.kind === "wait") return;
        for (const other of queue) if (turn.supersedes.includes(other.id)) other.state = "given_up";
        if (turn.kind === "skip") picked.state = "given_up";
        if (turn.kind !== "send") return;
        expect(sending).toBeNull();
        picked.state = "sending";
        picked.isTried = true;
        sending = { message: picked, fate };
      };
      for (const { pick, fate, isBegun } of steps) {
        const next = script[queue.length];
        if (next && isBegun > 1) queue.push(message(String(queue.length), next));
        if (isBegun !== 1) finish();
        // Or none of them.
        take(queue[pick % (queue.length + 1)], fate);
      }
      finish();
      while (queue.length < script.length)
        queue.push(message(String(queue.length), script[queue.length] ?? "opens"));
      // In the end everything is retried until it is accepted.
      for (let round = 0; round < 4; round += 1)
        for (const each of queue) {
          take(each, "accepted");
          finish();
        }
      expect(queue.every(({ state }) => state === "accepted" || state === "given_up")).toBe(true);
      const end = queue.find(({ does }) => does === "ends");
      if (end?.state === "accepted") expect(isOpen).toBe(false);
      // What was given up after a day leaves the receiver as it was.
      if (!isGivenUp) expect(isOpen).toBe(!isEnded);
    }),
    { numRuns: 5_000 },
  );
});
