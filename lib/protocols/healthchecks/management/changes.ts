import { isDeepStrictEqual } from "node:util";
import type { Filters } from "@/lib/rules/reports/filters";
import { slugify } from "@/lib/rules/slug";
import type { SnitchChanges } from "@/lib/snitches/input";
import { formatEvery } from "./schedule";
import { NO_FILTERS, type Settings } from "./settings";
import { parseTags, type Spec } from "./spec";

/** A version of the Management API. */
export type Version = 1 | 2 | 3;

/** A request's changes to a snitch: `filters` is null if it has none. */
export type Changes = {
  attributes: SnitchChanges;
  slug?: string;
  filters?: Filters | null;
  manualResume?: boolean;
};

type Request = {
  spec: Spec;
  version: Version;
  uuid: string;
  /** The ids of the request's channels; undefined if it doesn't list channels. */
  channels: string[] | undefined;
  filters: Filters;
  /** Whether the snitch has a calendar interval, which has neither a grace nor a time zone. */
  hasInterval: boolean;
};

/**
 * A request's changes. A field equal to the shown one changes nothing, so that clients may send back a whole check, and
 * a repeated request grants no fresh period.
 */
export function changesBetween(before: Settings, request: Request): Changes {
  const { spec, version, uuid, channels, filters, hasInterval } = request;
  const isNew = <Name extends keyof Settings & keyof Spec>(name: Name) =>
    spec[name] !== undefined && spec[name] !== before[name];
  const isRenamed = isNew("name");
  const slug = spec.slug ?? (isRenamed && version < 3 ? slugify(spec.name ?? "") : before.slug);
  const newFilters = filtersAfter(filters, spec);
  const attributes: SnitchChanges = {
    ...(isRenamed && { name: chooseName(spec, uuid) }),
    ...(isNew("tags") && { tags: parseTags(spec.tags ?? "") }),
    ...(isNew("desc") && { notes: spec.desc }),
    ...(channels && channels.toSorted().join(",") !== before.channels && { channels: orNull(channels) }),
    ...scheduleChanges(before, spec, hasInterval),
  };
  return {
    attributes,
    ...(slug !== before.slug && { slug }),
    ...(!isDeepStrictEqual(newFilters, filters) && { filters: orNone(newFilters) }),
    ...(isNew("manual_resume") && { manualResume: spec.manual_resume }),
  };
}

/** Whether a request changes nothing. */
export const isEmpty = ({ attributes, ...others }: Changes) =>
  Object.keys(attributes).length === 0 && Object.keys(others).length === 0;

/** The name of a check without one is its UUID, which people see there, too. */
export const chooseName = ({ name = "" }: Spec, uuid: string) => (name.trim() === "" ? uuid : name);

const orNull = (channels: string[]) => (channels.length > 0 ? channels : null);

/** The grace is also how long a run may take. An interval whose grace changes becomes a timeout. */
function scheduleChanges(before: Settings, spec: Spec, hasInterval: boolean): SnitchChanges {
  const hasGrace = spec.grace !== undefined && spec.grace !== before.grace;
  const timeout =
    hasInterval && hasGrace && before.timeout !== null ? formatEvery(before.timeout) : undefined;
  const schedule = scheduleAfter(before, spec) ?? timeout;
  const hasZone = spec.tz !== undefined && spec.tz !== before.tz;
  const hasSchedule = schedule !== undefined || !hasInterval;
  return {
    ...(schedule !== undefined && { schedule }),
    ...(hasZone && hasSchedule && { timezone: spec.tz }),
    ...((hasGrace || schedule !== undefined) && { grace: spec.grace ?? before.grace }),
    ...(hasGrace && { max_runtime: spec.grace }),
  };
}

/** A schedule wins over a timeout. */
function scheduleAfter(before: Settings, { schedule, timeout }: Spec): string | undefined {
  if (schedule !== undefined) return schedule === before.schedule ? undefined : schedule;
  return timeout === undefined || timeout === before.timeout ? undefined : formatEvery(timeout);
}

/** The filters of a request. The older `subject` and `subject_fail` also turn the search in the subject on and off. */
export function filtersAfter(before: Filters, spec: Spec): Filters {
  const success = spec.subject ?? before.successKeywords;
  const failure = spec.subject_fail ?? before.failureKeywords;
  const isOfSubject = spec.subject !== undefined || spec.subject_fail !== undefined;
  const inSubject = isOfSubject ? success !== "" || failure !== "" : before.inSubject;
  return {
    methods: spec.methods ?? before.methods,
    inSubject: spec.filter_subject ?? inSubject,
    inBody: spec.filter_body ?? before.inBody,
    inHttpBody: spec.filter_http_body ?? before.inHttpBody,
    successKeywords: spec.success_kw ?? success,
    failureKeywords: spec.failure_kw ?? failure,
    startKeywords: spec.start_kw ?? before.startKeywords,
    failsByDefault: spec.filter_default_fail ?? before.failsByDefault,
    manualResume: spec.manual_resume ?? before.manualResume ?? false,
  };
}

/** Null for filters that exclude nothing, so the snitch's check-ins needn't be compared with any. */
export const orNone = (filters: Filters): Filters | null =>
  isDeepStrictEqual(filters, NO_FILTERS) ? null : filters;
