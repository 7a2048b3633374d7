import { expect, test } from "vitest";
import { may, RIGHTS_IN_ORDER, ROLES, refusalFor } from "./roles";

test("each role may do what this table says, and nothing else", () => {
  const table = RIGHTS_IN_ORDER.map(({ right }) => [
    right,
    ...ROLES.map((role) => (may(role, right) ? "yes" : "no")),
  ]);

  expect(table).toEqual([
    ["see", "yes", "yes", "yes", "yes"],
    ["manage_snitches", "yes", "yes", "yes", "no"],
    ["manage_webhooks", "yes", "yes", "no", "no"],
    ["manage_keys", "yes", "yes", "no", "no"],
    ["manage_members", "yes", "yes", "no", "no"],
    ["change_settings", "yes", "yes", "no", "no"],
    ["own", "yes", "no", "no", "no"],
  ]);
});

test("who may not is told who may", () => {
  expect(refusalFor("viewer", "manage_snitches")).toBe(
    "You are a viewer of this case: that takes a member. Ask one of them.",
  );
  expect(refusalFor("member", "manage_keys")).toContain("that takes an admin");
});
