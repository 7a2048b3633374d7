import { newMaintenance } from "@/lib/maintenance/input";
import { timesFrom } from "@/lib/maintenance/times-input";
import { MAX_MAINTENANCE } from "@/lib/rules/limits";
import { type Fields, keyList, listProblems } from "../file-input";
import { defineList, type Read, readWith } from "../list";
import type { Path } from "../problem";
import { countNew, type Entry, type Keyed, type Section, unknownKeys } from "../section";

const DEFAULTS = {
  name: "",
  note: "",
  all: false,
  tags: [] as string[],
  snitches: [] as string[],
  schedule: "",
  timezone: "UTC",
  duration: 0,
};

/** Maintenance that recurs. It has exactly one of `all`, `tags` and `snitches`. */
type MaintenanceAttributes = typeof DEFAULTS;

/** Only what recurs: the rest is over one day. */
export type ExistingMaintenance = Keyed<MaintenanceAttributes> & { id: string };

export const maintenance: Section<Entry<MaintenanceAttributes>, ExistingMaintenance> = {
  ...defineList<Entry<MaintenanceAttributes>>({ noun: "maintenance", defaults: DEFAULTS, read }),
  resource: "maintenance",
  title: ({ name }) => name,
  // One that covers only snitches that were deleted covers nothing.
  export: (all) =>
    all.filter(({ attributes: { all, tags, snitches } }) => all || tags.length + snitches.length > 0),
  findProblems: ({ planned, removed }, { existing, future }) => {
    const newCount = countNew(planned);
    const count = existing.maintenanceCount + newCount - removed.length;
    const message = `would be ${count}: a case can have at most ${MAX_MAINTENANCE}. Remove some that have ended`;
    return [
      ...(newCount > 0 && count > MAX_MAINTENANCE ? [{ path: ["maintenance"], message }] : []),
      ...planned.flatMap(({ entry: { index, attributes } }) =>
        unknownKeys(attributes.snitches, future.snitches, ["maintenance", index, "snitches"], "snitch"),
      ),
    ];
  },
};

const MAX_COVERED = 1_000;

function read(fields: Fields, path: Path): Read<Entry<MaintenanceAttributes>> {
  const snitches = keyList(MAX_COVERED).safeParse(fields.snitches);
  const result = newMaintenance.safeParse({ ...fields, starts_at: undefined, ends_at: undefined });
  if (!snitches.success) return { problems: listProblems(snitches.error, [...path, "snitches"]) };
  if (!result.success) return { problems: listProblems(result.error, path) };
  const { name, note, all, tags = [] } = result.data;
  return readWith(path, () => {
    const times = timesFrom(result.data, null);
    if (times.schedule === null) throw new Error("Only maintenance with a schedule is read.");
    const { schedule, timezone, duration } = times;
    const covered = { all: all ?? false, tags, snitches: snitches.data };
    return { attributes: { name, note, ...covered, schedule, timezone, duration } };
  });
}
