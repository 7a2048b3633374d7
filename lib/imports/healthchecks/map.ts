import type { Filters } from "@/lib/rules/reports/filters";
import { toToken } from "@/lib/rules/snitch-uuid";
import { everySeconds } from "../every";
import type { Imported, ImportedSnitch } from "../imported";
import type { Check, HealthchecksAccount } from "./read";

/** Healthchecks allows a run to take as long as the grace. */
export const mapHealthchecks = ({ checks, channels }: HealthchecksAccount): Imported => ({
  snitches: checks.map(toSnitch),
  channels: [],
  leftOut: channels.map(({ name, kind }) => ({
    what: `integration ${name ? `“${name}” (${kind})` : kind}`,
    why: "the API of Healthchecks does not return its address: add it under Channels",
  })),
});

const toSnitch = (check: Check): ImportedSnitch => {
  const filters = toFilters(check);
  return {
    name: chooseName(check),
    attributes: {
      name: chooseName(check),
      notes: check.desc,
      tags: check.tags.split(/\s+/).filter(Boolean),
      ...toSchedule(check),
      grace: check.grace,
      max_runtime: check.grace,
    },
    identity: { token: toToken(readUuid(check)), slug: check.slug, ...(filters && { filters }) },
    pauseUntil: check.status !== "paused" ? null : check.manual_resume ? "unpaused" : "healthy",
    channels: [],
  };
};

const chooseName = (check: Check) => check.name.trim() || check.slug || readUuid(check);

const readUuid = ({ uuid, ping_url }: Check) => uuid || (ping_url.split("/").filter(Boolean).at(-1) ?? "");

const toSchedule = ({ schedule, tz, timeout }: Check) =>
  timeout === null ? { schedule, timezone: tz || "UTC" } : { schedule: everySeconds(timeout) };

/** Null if every ping counts, and ends a pause. */
function toFilters(check: Check): Filters | null {
  const filters: Filters = {
    methods: check.methods === "POST" ? "POST" : "",
    inSubject: check.filter_subject || check.subject !== "" || check.subject_fail !== "",
    inBody: check.filter_body,
    inHttpBody: check.filter_http_body,
    successKeywords: check.success_kw || check.subject,
    failureKeywords: check.failure_kw || check.subject_fail,
    startKeywords: check.start_kw,
    failsByDefault: check.filter_default_fail,
    ...(check.manual_resume && { manualResume: true }),
  };
  return Object.values(filters).some(Boolean) ? filters : null;
}
