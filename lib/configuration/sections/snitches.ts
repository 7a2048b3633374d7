import { z } from "zod";
import { refuseBeyondPlan, snitchLimit } from "@/lib/cases/plan";
import { environmentProblem } from "@/lib/rules/environment";
import { formatCount } from "@/lib/rules/format-count";
import { pickSettings, type Settings } from "@/lib/rules/incidents/settings";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { FILTER_DEFAULTS } from "@/lib/snitches/filter-attributes";
import { columnsOfNew, newSnitch } from "@/lib/snitches/input";
import { filtersSchema } from "@/lib/snitches/settings/filters";
import { type Fields, type Json, keyList, listProblems, shortText, withoutDefaults } from "../file-input";
import { defineList, type Read, readWith } from "../list";
import { collectProblems, type Path, type Problem } from "../problem";
import {
  type CaseFacts,
  type Context,
  countNew,
  type Entry,
  type Keyed,
  type Section,
  type SectionPlan,
  unknownKeys,
} from "../section";
import {
  SCHEDULE_NAMES,
  SNITCH_DEFAULTS,
  type SnitchAttributes,
  snitchAttributes,
} from "../snitch-attributes";

/** `settings`: those of the attributes. */
export type SnitchEntry = Entry<SnitchAttributes> & { settings: Settings };

export type ExistingSnitch = Keyed<SnitchAttributes> & {
  id: string;
  token: string;
  /** Whether its key is made of its name, and not stored yet. */
  isKeyless: boolean;
  terms: ScheduleTerms;
  /** The protocol whose check-ins set it. */
  setBy: string | null;
  /** The channels that it notifies, with those that no file names. */
  channelIds: string[];
};

type Planned = SectionPlan<SnitchEntry, ExistingSnitch>["planned"][number];

export const snitches: Section<SnitchEntry, ExistingSnitch> = {
  ...defineList<SnitchEntry>({
    noun: "a snitch",
    defaults: SNITCH_DEFAULTS,
    read,
    write: (attributes) => ({
      ...withoutDefaults<Record<string, Json>>(attributes, SNITCH_DEFAULTS),
      ...(attributes.filters && {
        filters: withoutDefaults<Record<string, Json>>(attributes.filters, FILTER_DEFAULTS),
      }),
    }),
  }),
  resource: "snitch",
  title: ({ name }) => name,
  findProblems: ({ planned, removed }, { existing, future }) => [
    ...tooMany(countNew(planned), removed.length, existing),
    ...planned.flatMap((each) => beyondPlan(each, existing)),
    ...planned.flatMap(wrongEnvironment),
    ...planned.flatMap(({ entry }) => unknownReferences(entry, future)),
    ...planned.flatMap(({ entry: { key, index, attributes } }) =>
      future.circles.has(key) && !attributes.depends_on.includes(key)
        ? [
            {
              path: ["snitches", index, "depends_on"],
              message: "would create a loop: a snitch that it depends on depends on it",
            },
          ]
        : [],
    ),
  ],
};

const MAX_PARENTS = 5;
const MAX_CHANNELS = 100;

const namesInput = z.object({
  depends_on: keyList(MAX_PARENTS),
  channels: keyList(MAX_CHANNELS),
  slug: shortText(255),
  environment: shortText(255),
  filters: filtersSchema((_, problem) => problem).default(null),
});

function read(fields: Fields, path: Path): Read<SnitchEntry> {
  const { depends_on, channels, slug, environment, filters, ...rest } = fields;
  const names = namesInput.safeParse({ depends_on, channels, slug, environment, filters });
  const input = newSnitch.safeParse(rest);
  if (!names.success || !input.success) {
    return { problems: [names, input].flatMap(({ error }) => (error ? listProblems(error, path) : [])) };
  }
  return readWith(path, () => {
    const columns = columnsOfNew(input.data);
    return { attributes: snitchAttributes(columns, names.data), settings: pickSettings(columns) };
  });
}

function tooMany(newCount: number, removedCount: number, existing: CaseFacts): Problem[] {
  const { plan } = existing.theCase;
  const count = existing.snitchCount + newCount - removedCount;
  const limit = snitchLimit(plan);
  if (newCount === 0 || count <= limit) return [];
  const room = formatCount(limit, "snitch", "snitches");
  const message = `would be ${count.toLocaleString("en")}: the ${plan} plan allows ${room}. Remove some, or upgrade`;
  return [{ path: ["snitches"], message }];
}

/** An unchanged schedule is not checked: a case may have been on a larger plan. */
function beyondPlan({ entry, current, change }: Planned, { theCase }: CaseFacts): Problem[] {
  const isNew = change.attributes.some(({ attribute }) => SCHEDULE_NAMES.includes(attribute));
  if (!isNew) return [];
  const { settings } = entry;
  const requested = { terms: settings, alertType: settings.alertType };
  return collectProblems(["snitches", entry.index], () =>
    refuseBeyondPlan(theCase.plan, requested, current?.terms),
  );
}

function wrongEnvironment({ entry, current }: Planned): Problem[] {
  const { environment } = entry.attributes;
  if (environment === (current?.attributes.environment ?? "")) return [];
  const message = environmentProblem(environment, current?.setBy ?? null);
  return message ? [{ path: ["snitches", entry.index, "environment"], message }] : [];
}

function unknownReferences(
  { key, index, attributes }: SnitchEntry,
  { snitches, channels }: Context["future"],
): Problem[] {
  const path = ["snitches", index, "depends_on"];
  return [
    ...unknownKeys(attributes.depends_on, snitches, path, "snitch"),
    ...unknownKeys(attributes.channels, channels, ["snitches", index, "channels"], "channel"),
    ...(attributes.depends_on.includes(key) ? [{ path, message: "names the snitch itself: remove it" }] : []),
  ];
}
