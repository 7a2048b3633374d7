import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CaseAddresses,
  type ChosenRecipient,
  chooseRecipients,
  type OutsideAddress,
} from "./choose-recipients";
import { EMAIL_FREQUENCIES } from "./email-frequency";

const tuesday = new Date("2026-03-10T00:00Z");
const confirmed: OutsideAddress = { confirmedAt: tuesday, leftAt: null, frequency: null };
const unconfirmed: OutsideAddress = { ...confirmed, confirmedAt: null };
const left: OutsideAddress = { ...confirmed, leftAt: tuesday };

const aCase = (given: Partial<CaseAddresses> = {}): CaseAddresses => ({
  alertEmail: null,
  frequency: "every",
  members: new Map([["ada@acme.test", null]]),
  outside: new Map(),
  marks: new Map(),
  mustConfirm: true,
  ...given,
});

const inShort = (recipients: ChosenRecipient[]) =>
  recipients.map(({ address, skipReason, isFallback }) =>
    [address, skipReason ?? "emailed", ...(isFallback ? ["instead"] : [])].join(" "),
  );

test.each<[string, string[], Partial<CaseAddresses>, string[]]>([
  ["a snitch without a list goes to every member", [], {}, ["ada@acme.test emailed"]],
  [
    "a confirmed list goes to the list alone",
    ["ops@acme.test"],
    { outside: new Map([["ops@acme.test", confirmed]]) },
    ["ops@acme.test emailed"],
  ],
  [
    "one confirmed address of a list is enough",
    ["ops@acme.test", "new@acme.test", "gone@acme.test"],
    { outside: new Map(Object.entries({ "ops@acme.test": confirmed, "gone@acme.test": left })) },
    ["ops@acme.test emailed", "new@acme.test unconfirmed", "gone@acme.test left"],
  ],
  [
    "the case’s address stands in for a list where nobody can be emailed",
    ["gone@acme.test"],
    {
      alertEmail: "Ops@acme.test",
      outside: new Map(Object.entries({ "gone@acme.test": left, "ops@acme.test": confirmed })),
    },
    ["gone@acme.test left", "Ops@acme.test emailed instead"],
  ],
  [
    "if that cannot be emailed either, to the members",
    ["gone@acme.test"],
    { alertEmail: "new@acme.test", outside: new Map([["gone@acme.test", left]]) },
    ["gone@acme.test left", "new@acme.test unconfirmed instead", "ada@acme.test emailed instead"],
  ],
  [
    "a member need not confirm, and counts as a member although the address left before",
    ["Ada@acme.test"],
    { outside: new Map([["ada@acme.test", left]]) },
    ["Ada@acme.test emailed"],
  ],
  [
    "where the operator vouches for the users, an unconfirmed address is emailed, and one that left is not",
    ["new@acme.test", "gone@acme.test"],
    {
      mustConfirm: false,
      outside: new Map(Object.entries({ "new@acme.test": unconfirmed, "gone@acme.test": left })),
    },
    ["new@acme.test emailed", "gone@acme.test left"],
  ],
  [
    "two spellings of an address are one recipient",
    ["Ops@acme.test", "ops@ACME.test"],
    { outside: new Map([["ops@acme.test", confirmed]]) },
    ["Ops@acme.test emailed"],
  ],
  [
    "a list whose emails bounce goes to the next one, and a marked member is left out of it",
    ["Ops@acme.test"],
    {
      members: new Map([
        ["ada@acme.test", null],
        ["bob@acme.test", null],
      ]),
      outside: new Map([["ops@acme.test", confirmed]]),
      marks: new Map([
        ["ops@acme.test", "bounced"],
        ["bob@acme.test", "complained"],
      ]),
    },
    ["Ops@acme.test bounced", "ada@acme.test emailed instead", "bob@acme.test complained instead"],
  ],
  [
    "that the reader left counts, and not that emails bounce",
    ["gone@acme.test"],
    { outside: new Map([["gone@acme.test", left]]), marks: new Map([["gone@acme.test", "bounced"]]) },
    ["gone@acme.test left", "ada@acme.test emailed instead"],
  ],
  [
    "if emails reach nobody, each is named with its reason",
    ["ada@acme.test"],
    { marks: new Map([["ada@acme.test", "bounced"]]) },
    ["ada@acme.test bounced"],
  ],
])("%s", (_, list, given, expected) => {
  expect(inShort(chooseRecipients(list, aCase(given)))).toEqual(expected);
});

test("a recipient’s own frequency wins over the case’s", () => {
  const theCase = aCase({
    frequency: "daily",
    members: new Map([
      ["ada@acme.test", "every"],
      ["bob@acme.test", null],
    ]),
    outside: new Map([["ops@acme.test", { ...confirmed, frequency: "first" }]]),
  });
  const list = ["ada@acme.test", "bob@acme.test", "ops@acme.test"];
  expect(chooseRecipients(list, theCase).map(({ frequency }) => frequency)).toEqual([
    "every",
    "daily",
    "first",
  ]);
});

const address = fc.constantFrom("a@x.test", "B@x.test", "c@x.test", "D@x.test", "e@x.test");
const lower = address.map((each) => each.toLowerCase());
const anyCase: fc.Arbitrary<CaseAddresses> = fc.record({
  alertEmail: fc.option(address),
  frequency: fc.constantFrom(...EMAIL_FREQUENCIES),
  members: fc
    .uniqueArray(lower, { minLength: 1 })
    .map((members) => new Map(members.map((each) => [each, null] as const))),
  outside: fc
    .array(fc.tuple(lower, fc.constantFrom(confirmed, unconfirmed, left)))
    .map((entries) => new Map(entries)),
  marks: fc
    .array(fc.tuple(lower, fc.constantFrom("bounced" as const, "complained" as const)))
    .map((entries) => new Map(entries)),
  mustConfirm: fc.boolean(),
});

test("in a case with a member whom emails reach, someone is emailed, and never an address that left, must confirm first or is marked", () => {
  fc.assert(
    fc.property(fc.array(address), anyCase, (list, theCase) => {
      const notified = chooseRecipients(list, theCase).filter(({ skipReason }) => skipReason === null);
      const isReachable = [...theCase.members.keys()].some((member) => !theCase.marks.has(member));
      if (isReachable) expect(notified).not.toEqual([]);
      for (const { address } of notified) {
        const key = address.toLowerCase();
        expect(theCase.marks.has(key)).toBe(false);
        if (theCase.members.has(key)) continue;
        const outside = theCase.outside.get(key);
        expect(outside?.leftAt ?? null).toBeNull();
        expect(theCase.mustConfirm && !outside?.confirmedAt).toBe(false);
      }
    }),
  );
});

test("if everyone can be emailed, the list decides, else the case’s address, else the members", () => {
  fc.assert(
    fc.property(fc.array(address), anyCase, (list, theCase) => {
      const open = { ...theCase, mustConfirm: false, outside: new Map(), marks: new Map() };
      const expected =
        list.length > 0 ? list : open.alertEmail ? [open.alertEmail] : [...open.members.keys()];
      const chosen = chooseRecipients(list, open);
      expect(chosen.map(({ address }) => address)).toEqual([...new Set(expected)]);
      expect(chosen.every(({ isFallback, skipReason }) => !isFallback && skipReason === null)).toBe(true);
    }),
  );
});
