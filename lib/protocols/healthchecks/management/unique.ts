import type { Prisma } from "@/lib/platform/generated/client";
import { type CallScope, type FoundCheck, listFound } from "./find-checks";
import { type Settings, toSettings } from "./settings";
import { parseTags, type Spec, type Unique } from "./spec";

/** The oldest snitch in scope with the same value for each field in `unique`; null if there is none, or a value is missing. */
export async function findSame(callScope: CallScope, spec: Spec): Promise<FoundCheck | null> {
  const { unique = [] } = spec;
  if (unique.length === 0 || unique.some((field) => spec[field] === undefined)) return null;
  const snitches = await listFound(callScope, buildWhere(spec, unique));
  return snitches.find((snitch) => unique.every((field) => isSame(field, spec, toSettings(snitch)))) ?? null;
}

/** What the database can compare. */
const buildWhere = ({ name = "", slug }: Spec, unique: Unique[]): Prisma.SnitchWhereInput => ({
  ...(unique.includes("name") && name.trim() !== "" && { name }),
  ...(unique.includes("slug") && { slug }),
});

function isSame(field: Unique, spec: Spec, settings: Settings): boolean {
  if (field === "name")
    return (spec.name ?? "").trim() === "" ? settings.name === "" : settings.name === spec.name;
  if (field === "tags") return parseTags(spec.tags ?? "").join(" ") === settings.tags;
  return settings[field] === spec[field];
}
