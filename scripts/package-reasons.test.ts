import { expect, test } from "vitest";
import packageJson from "@/package.json" with { type: "json" };

const MEMBERS = ["dependencies", "devDependencies", "overrides", "allowScripts"] as const;

/** A reason may be for a whole scope, such as `@scope/*`. */
const covers = (reason: string, name: string) =>
  reason === name || (reason.endsWith("*") && name.startsWith(reason.slice(0, -1)));

test.each(MEMBERS)("reasons beside %s are for packages that are there", (member) => {
  const packages = [...Object.keys(packageJson[member]), "client-only"];

  for (const reason of Object.keys(packageJson[`//${member}`]).filter((name) => name !== "all"))
    expect(
      packages.filter((name) => covers(reason, name)),
      reason,
    ).not.toEqual([]);
});

test("every override, and every install script, has its reason", () => {
  for (const member of ["overrides", "allowScripts"] as const)
    for (const name of Object.keys(packageJson[member]))
      expect(
        Object.keys(packageJson[`//${member}`]).filter((reason) => covers(reason, name)),
        name,
      ).not.toEqual([]);
});
