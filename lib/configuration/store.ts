import type { Actor } from "@/lib/audit/record";
import type { Existing } from "./configuration";
import type { SectionPlan } from "./section";

/** The state of one apply. */
export type Applying = {
  caseId: string;
  existing: Existing;
  /** The ids of all channels and the tokens of all snitches, by their keys. Those that are created are added. */
  ids: { channels: Map<string, string>; snitches: Map<string, string> };
  by: Actor;
  now: Date;
};

/** How what is planned for a section is done. `planned`: only what changes. */
export type Store<Plan extends SectionPlan = SectionPlan> = {
  remove?(one: Plan["removed"][number], applying: Applying): Promise<void>;
  apply(planned: Plan["planned"], applying: Applying): Promise<void>;
};

/** What a plan has checked to be there. */
export function knownValue<Value>(values: Map<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`There is nothing with the key ${key}.`);
  return value;
}
