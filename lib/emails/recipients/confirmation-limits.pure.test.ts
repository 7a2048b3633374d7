import { expect, test } from "vitest";
import { type CountedRequest, hashMailbox, withinLimits } from "./confirmation-limits";

const requests = (count: number, of: (i: number) => Partial<CountedRequest>): CountedRequest[] =>
  Array.from({ length: count }, (_, i) => ({
    mailbox: `m${i}`,
    caseId: `c${i}`,
    ownerId: `o${i}`,
    ...of(i),
  }));

test("a mailbox gets three requests a day, no matter who asks", () => {
  expect(
    withinLimits(
      requests(10, () => ({ mailbox: "ada" })),
      [],
    ),
  ).toHaveLength(3);
  expect(
    withinLimits(
      requests(10, () => ({ mailbox: "ada" })),
      requests(2, () => ({ mailbox: "ada" })),
    ),
  ).toHaveLength(1);
});

test("strangers leave the other half of each limit, that of a mailbox, too", () => {
  const all = requests(999, () => ({ mailbox: "ada" }));
  expect(withinLimits(all, [], 0.5)).toHaveLength(2);
  expect(withinLimits(all, all.slice(0, 2))).toHaveLength(1);
  expect(
    withinLimits(
      requests(99, () => ({ caseId: "acme" })),
      [],
      0.5,
    ),
  ).toHaveLength(25);
});

test("a case sends fifty requests a day, and an owner two hundred with all cases", () => {
  expect(
    withinLimits(
      requests(99, () => ({ caseId: "acme" })),
      [],
    ),
  ).toHaveLength(50);
  expect(
    withinLimits(
      requests(999, () => ({ ownerId: "eve" })),
      [],
    ),
  ).toHaveLength(200);
});

test("cases without an owner do not share a limit", () => {
  expect(
    withinLimits(
      requests(999, () => ({ ownerId: null })),
      [],
    ),
  ).toHaveLength(999);
});

test("a mailbox has many addresses", () => {
  expect(hashMailbox("Ada+one@Example.com")).toBe(hashMailbox("ada@example.com"));
  expect(hashMailbox("bob@example.com")).not.toBe(hashMailbox("ada@example.com"));
});
