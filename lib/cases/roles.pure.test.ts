import { expect, test } from "vitest";
import { may, RIGHTS_IN_ORDER, ROLES, refusalFor } from "./roles";

test("each role has exactly the rights in this table", () => {
  const table = RIGHTS_IN_ORDER.map(({ right }) => [
    right,
    ...ROLES.map((role) => (may(role, right) ? "yes" : "no")),
  ]);

  expect(table).toEqual([
    ["see", "yes", "yes", "yes", "yes"],
    ["manage_snitches", "yes", "yes", "yes", "no"],
    ["manage_channels", "yes", "yes", "no", "no"],
    ["manage_keys", "yes", "yes", "no", "no"],
    ["manage_members", "yes", "yes", "no", "no"],
    ["manage_sharing", "yes", "yes", "no", "no"],
    ["change_settings", "yes", "yes", "no", "no"],
    ["own", "yes", "no", "no", "no"],
  ]);
});

test("the refusal names the role that is needed", () => {
  expect(refusalFor("viewer", "manage_snitches")).toBe(
    "You are a viewer of this case, and this needs a member. Ask a member to do it.",
  );
  expect(refusalFor("member", "manage_keys")).toContain("this needs an admin");
});
