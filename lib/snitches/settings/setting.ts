import type { z } from "zod";
import type { Snitch } from "@/lib/platform/generated/client";
import {
  type AttributesOf,
  attributesOf,
  mapRows,
  type Setting,
  type StoredOf,
} from "@/lib/platform/setting";

/** A setting of a snitch. Everything else that is known about it follows from here. Its column has its name. */
type SnitchSetting<
  Property extends keyof Snitch | "dependsOn",
  Input extends z.ZodType,
  Output extends z.ZodType,
  Value,
  Attribute,
> = Setting<Property, Input, Value, Attribute> & {
  /** What clients read. */
  output: Output;
  /** What the audit log calls it, if its name does not say it. */
  label?: string;
  /** Whether a replay of the past with another value finds the same alerts, can compute them again, or knows nothing of them. */
  replay: "same" | "again" | "unknown";
};

export const setting = <
  const Property extends keyof Snitch | "dependsOn",
  Input extends z.ZodType,
  Output extends z.ZodType,
  Value,
  Attribute = Value,
>(
  row: SnitchSetting<Property, Input, Output, Value, Attribute>,
) => row;

export type AnySetting = SnitchSetting<keyof Snitch | "dependsOn", z.ZodType, z.ZodType, unknown, unknown>;

type Rows = Record<string, AnySetting>;

export const labelsOf = (rows: Rows) => mapRows(rows, ({ label }, name) => [name, label]);

/** The settings that are not the default, as clients read them. */
export const usedOf = <Some extends Rows>(rows: Some, stored: StoredOf<Some>) =>
  Object.fromEntries(
    Object.entries<unknown>(attributesOf(rows, stored)).filter(([name, value]) => isUsed(rows[name], value)),
  ) as { [Name in keyof Some]?: NonNullable<AttributesOf<Some>[Name]> };

/** No list has a default but the empty one. */
function isUsed(row: AnySetting | undefined, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== (row?.encode ? row.encode(row.default) : row?.default);
}
