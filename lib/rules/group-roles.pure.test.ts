import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grantRoles, type Place, parseGroupRoles, placeAfter } from "./group-roles";
import { outranks, ROLES, type Role } from "./role";

const ID = "0190a0a0-0000-7000-8000-000000000001";

test.each([
  ["", []],
  ["ops=Production:admin", [{ group: "ops", cases: { by: "name", value: "Production" }, role: "admin" }]],
  [
    " ops = My case : admin ,dev=*:viewer, ",
    [
      { group: "ops", cases: { by: "name", value: "My case" }, role: "admin" },
      { group: "dev", cases: { by: "all" }, role: "viewer" },
    ],
  ],
  [`a=${ID.toUpperCase()}:owner`, [{ group: "a", cases: { by: "id", value: ID }, role: "owner" }]],
  [`a="${ID}":owner`, [{ group: "a", cases: { by: "name", value: ID }, role: "owner" }]],
  ['a="*":member', [{ group: "a", cases: { by: "name", value: "*" }, role: "member" }]],
  [
    '"a=b, c"="Say ""x"": all":viewer',
    [{ group: "a=b, c", cases: { by: "name", value: 'Say "x": all' }, role: "viewer" }],
  ],
  [
    "/ops/on-call=Münster/Nord:member",
    [{ group: "/ops/on-call", cases: { by: "name", value: "Münster/Nord" }, role: "member" }],
  ],
])("%s is read", (text, rules) => expect(parseGroupRoles(text)).toEqual(rules));

test.each([
  "ops",
  "ops=Production",
  "ops=Production:boss",
  "ops=Production:Admin",
  "=Production:admin",
  "ops=:admin",
  'ops="":admin',
  'ops="Production:admin',
  "ops=a:b:admin",
  "ops=Production:admin;dev=*:viewer",
  "ops=Production:admin dev=*:viewer",
  ",ops=Production:admin",
])("%s is refused", (text) => expect(parseGroupRoles(text)).toBeNull());

test("whatever a group and a case are called, quotes lead to them", () => {
  const name = fc.string({ minLength: 1 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(name, name, fc.constantFrom(...ROLES), (group, value, role) => {
      const rule = { group, cases: { by: "name", value }, role };
      const text = `${quote(group)}=${quote(value)}:${role}`;
      expect(parseGroupRoles(`${text}, ${text}`)).toEqual([rule, rule]);
    }),
  );
});

test("a long text without quotes is refused in linear time", () => {
  expect(parseGroupRoles(" ".repeat(1_000_000) + "a".repeat(1_000_000))).toBeNull();
});

describe("the roles that groups give", () => {
  const cases = [
    { id: "1", name: "Production" },
    { id: "2", name: "Staging" },
    { id: "3", name: "Staging" },
  ];
  const given = (text: string, ...groups: string[]) => {
    const { roles, ambiguous } = grantRoles(parseGroupRoles(text) ?? [], groups, cases);
    return { roles: Object.fromEntries(roles), ambiguous: [...ambiguous] };
  };

  test("are the highest of all groups in each case", () => {
    const rules = "ops=Production:member, all=*:viewer, lead=Production:admin";
    expect(given(rules, "all", "ops", "lead").roles).toEqual({
      1: { role: "admin", group: "lead" },
      2: { role: "viewer", group: "all" },
      3: { role: "viewer", group: "all" },
    });
    expect(given(rules, "stranger").roles).toEqual({});
  });

  test("are none by a name that two cases have", () => {
    expect(given("ops=Staging:admin", "ops")).toEqual({ roles: {}, ambiguous: ["2", "3"] });
  });
});

describe("the place of a person", () => {
  const role = fc.constantFrom(...ROLES);
  const granted = fc.option(fc.record({ role, group: fc.constant("ops") }), { nil: undefined });
  const byHand = fc.option(role);
  const place = (given: Role | null): Place | null =>
    given && { role: given, fromGroup: null, roleByHand: null };

  test("is the higher of what was given by hand and of what the groups give, and a lost group takes only its own", () => {
    fc.assert(
      fc.property(byHand, fc.array(granted, { minLength: 1 }), (hand, history) => {
        const last = history.at(-1);
        const after = history.reduce(placeAfter, place(hand));
        const wins = last && (!hand || outranks(last.role, hand));
        expect(after?.role ?? null).toBe(wins ? last.role : hand);
        expect(after?.fromGroup ?? null).toBe(wins ? "ops" : null);
        expect(placeAfter(after, undefined)).toEqual(place(hand));
      }),
    );
  });
});
