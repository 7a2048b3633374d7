import { expect, test } from "vitest";
import { Prisma } from "@/lib/platform/generated/client";
import { COLUMNS as STATE } from "../store";
import type { AnySetting } from "./setting";
import { SETTINGS } from "./settings";

/** What else is stored of a snitch, which no one sets. */
const OTHERS = [
  ...["id", "token", "caseId", "createdAt", "key", "setBy", "isExample", "watchAt", "checkInKey"],
  ...["rescheduledAt", "remindedAt", "lateSince", "appliedUntil", "opsgenie"],
];

test("each column of a snitch is a setting, or something that happens to it", () => {
  const known = [...Object.values(SETTINGS), ...STATE.map(([property]) => ({ property }))];
  const names = new Set<string>([...known.map(({ property }) => property), ...OTHERS, "dependsOn"]);
  expect(Object.keys(Prisma.SnitchScalarFieldEnum).filter((name) => !names.has(name))).toEqual([]);
});

const examples = Object.entries(SETTINGS).flatMap(([name, { input }]) =>
  ((input.meta()?.examples ?? []) as unknown[]).map((example) => ({ name, example })),
);

test.each(examples)("what clients read of $name = $example is what they sent", ({ name, example }) => {
  const { input, output, ...row }: AnySetting = SETTINGS[name as keyof typeof SETTINGS];
  const parsed = input.parse(example);
  const value = row.decode ? row.decode(parsed, row.default) : parsed;
  const attribute = row.encode ? row.encode(value) : value;
  expect(input.parse(output.parse(attribute))).toEqual(parsed);
});
