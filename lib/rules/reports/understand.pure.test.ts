import { expect, test } from "vitest";
import { aCheckedInSnitch, aCheckIn } from "@/testing/reported-snitch";
import { NOTHING_SAID } from "../runs/signal";
import type { CheckIn } from "./check-in";
import type { Filters } from "./filters";
import { MAX_MESSAGE_CHARACTERS } from "./parse-report";
import { understand } from "./understand";

const FILTERS: Filters = {
  methods: "",
  inSubject: true,
  inBody: true,
  inHttpBody: true,
  successKeywords: "done",
  failureKeywords: "error",
  startKeywords: "begin",
  failsByDefault: false,
};
const understood = (checkIn: CheckIn, filters: Partial<Filters> = {}, snitch = {}) =>
  understand(checkIn, aCheckedInSnitch({ filters: { ...FILTERS, ...filters }, ...snitch }));
const saying = (message: string, given: Partial<CheckIn> = {}) => aCheckIn({ message, ...given });
const finish = { ...NOTHING_SAID, rid: "a" };

test("without filters, and by hand, a check-in stays as it is", () => {
  const checkIn = saying("error");
  expect(understand(checkIn, aCheckedInSnitch())).toBe(checkIn);
  const byHand = saying("error", { method: "" });
  expect(understood(byHand)).toBe(byHand);
});

test("keywords decide what it means; the failure counts first", () => {
  expect(understood(saying("error, not done"))).toMatchObject({ exitStatus: "fail" });
  expect(understood(saying("all done"))).toEqual(saying("all done"));
  expect(understood(saying("begin"))).toEqual(
    saying("begin", { signal: { ...NOTHING_SAID, kind: "start" } }),
  );
  expect(understood(saying("hm"))).toEqual(saying("hm", { signal: { ...NOTHING_SAID, kind: "ignored" } }));
  expect(understood(saying("hm"), { failsByDefault: true })).toMatchObject({ exitStatus: "fail" });
});

test("a run keeps its name, and one that would be ignored loses only that", () => {
  expect(understood(saying("error", { signal: finish }))).toMatchObject({
    exitStatus: "fail",
    signal: finish,
  });
  expect(understood(saying("begin", { signal: finish }))).toMatchObject({
    signal: { rid: "a", kind: "start" },
  });
  expect(understood(saying("hm", { signal: finish }))).toMatchObject({
    signal: { rid: "a", kind: "ignored" },
  });
  const ignored = { ...NOTHING_SAID, kind: "ignored" as const };
  expect(understood(saying("done", { signal: ignored })).signal).toBeUndefined();
});

test("a message is searched only if nothing else says what the check-in means", () => {
  for (const given of [{ exitStatus: "1" }, { signal: { ...finish, isInPath: true } }, { method: "EMAIL" }]) {
    const checkIn = saying("error", given);
    expect(understood(checkIn)).toBe(checkIn);
  }
  const unsearched = saying("error");
  expect(understood(unsearched, { inHttpBody: false })).toBe(unsearched);
  // What was set apart for the keywords counts in place of the message.
  expect(understood(saying("error", { filtered: { via: "http", body: "done" } }))).toMatchObject({
    exitStatus: "",
  });
});

test("other methods than POST are ignored if the filters say so", () => {
  expect(understood(saying("done"), { methods: "POST" })).toMatchObject({ signal: { kind: "ignored" } });
  expect(understood(saying("done", { method: "POST" }), { methods: "POST" }).signal).toBeUndefined();
});

test("of an email that is ignored, the text is kept with its subject, as far as there is room", () => {
  const mail = (message: string, kept?: string) =>
    understood(
      saying(message, {
        method: "EMAIL",
        filtered: { via: "mail", subject: message, body: "hm", ...(kept && { kept }) },
      }),
    );
  expect(mail("Report", "All is well.").message).toBe("Report\nAll is well.");
  expect(mail("", "All is well.").message).toBe("All is well.");
  expect(mail("Report").message).toBe("Report");
  expect(mail("Report", "x".repeat(MAX_MESSAGE_CHARACTERS)).message).toHaveLength(MAX_MESSAGE_CHARACTERS);
  expect(understood(saying("hm", { filtered: { via: "http", body: "hm" } })).message).toBe("hm");
});

test("a snitch that is resumed by hand only ignores everything while it is paused for that", () => {
  const paused = { status: "paused", pauseUntil: "unpaused" } as const;
  expect(understood(saying("done"), { manualResume: true }, paused)).toMatchObject({
    signal: { kind: "ignored" },
  });
  expect(understood(saying("done"), {}, paused).signal).toBeUndefined();
  expect(understood(saying("done"), { manualResume: true }).signal).toBeUndefined();
  const until = { status: "paused", pauseUntil: "healthy" } as const;
  expect(understood(saying("done"), { manualResume: true }, until).signal).toBeUndefined();
});
