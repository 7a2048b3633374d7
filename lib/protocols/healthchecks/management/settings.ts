import type { Snitch } from "@/lib/platform/generated/client";
import type { Filters } from "@/lib/rules/reports/filters";
import { toUuid } from "@/lib/rules/snitch-uuid";
import { computeGrace, toExpected } from "./schedule";

/** A check's settings in Healthchecks' terms. One of `timeout` and `schedule` is null. */
export type Settings = {
  name: string;
  slug: string;
  tags: string;
  desc: string;
  grace: number;
  timeout: number | null;
  schedule: string | null;
  tz: string;
  channels: string;
  manual_resume: boolean;
  methods: "" | "POST";
  start_kw: string;
  success_kw: string;
  failure_kw: string;
  filter_subject: boolean;
  filter_body: boolean;
  filter_http_body: boolean;
  filter_default_fail: boolean;
};

/** The columns of settings. */
export type SettingsColumns = Pick<
  Snitch,
  | "id"
  | "token"
  | "name"
  | "slug"
  | "tags"
  | "notes"
  | "interval"
  | "schedule"
  | "timezone"
  | "grace"
  | "startGrace"
  | "early"
  | "active"
  | "channels"
  | "filters"
  | "status"
  | "pauseUntil"
>;

export const NO_FILTERS: Filters = {
  methods: "",
  inSubject: false,
  inBody: false,
  inHttpBody: false,
  successKeywords: "",
  failureKeywords: "",
  startKeywords: "",
  failsByDefault: false,
  manualResume: false,
};

/** The filters of a row. The cast is safe: only this program writes the column. */
export const readFilters = ({ filters }: Pick<Snitch, "filters">): Filters => ({
  ...NO_FILTERS,
  ...(filters as Filters | null),
});

/** A snitch's settings. One without channels of its own notifies all channels of the case. */
export function toSettings(snitch: SettingsColumns): Settings {
  const filters = readFilters(snitch);
  return {
    // Every snitch has a name; a check without one has its UUID.
    name: snitch.name === toUuid(snitch) ? "" : snitch.name,
    slug: snitch.slug,
    tags: snitch.tags.join(" "),
    desc: snitch.notes,
    grace: computeGrace(snitch),
    ...toExpected(snitch),
    tz: snitch.timezone,
    channels: snitch.channels.toSorted().join(","),
    manual_resume: isResumedByHand(snitch, filters),
    methods: filters.methods,
    start_kw: filters.startKeywords,
    success_kw: filters.successKeywords,
    failure_kw: filters.failureKeywords,
    filter_subject: filters.inSubject,
    filter_body: filters.inBody,
    filter_http_body: filters.inHttpBody,
    filter_default_fail: filters.failsByDefault,
  };
}

/** A pause that began elsewhere has an end of its own. */
function isResumedByHand({ status, pauseUntil }: SettingsColumns, { manualResume = false }: Filters) {
  if (status !== "paused" || pauseUntil === "time") return manualResume;
  return pauseUntil === "unpaused";
}
