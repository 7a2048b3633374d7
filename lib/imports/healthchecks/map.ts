import { tokenOf } from "@/lib/protocols/uuid";
import type { Filters } from "@/lib/rules/filters";
import { everySeconds } from "../every";
import type { Imported, ImportedSnitch } from "../imported";
import type { Check, HealthchecksAccount } from "./read";

/** Healthchecks allows a run to take as long as the grace. */
export const mapHealthchecks = ({ checks, channels }: HealthchecksAccount): Imported => ({
  snitches: checks.map(snitchOf),
  channels: [],
  leftOut: channels.map(({ name, kind }) => ({
    what: `integration ${name ? `“${name}” (${kind})` : kind}`,
    why: "the API of Healthchecks does not tell its address: add it under Channels",
  })),
});

const snitchOf = (check: Check): ImportedSnitch => {
  const filters = filtersOf(check);
  return {
    name: nameOf(check),
    attributes: {
      name: nameOf(check),
      notes: check.desc,
      tags: check.tags.split(/\s+/).filter(Boolean),
      ...scheduleOf(check),
      grace: check.grace,
      max_runtime: check.grace,
    },
    identity: { token: tokenOf(uuidOf(check)), slug: check.slug, ...(filters && { filters }) },
    pauseUntil: check.status !== "paused" ? null : check.manual_resume ? "unpaused" : "healthy",
    channels: [],
  };
};

const nameOf = (check: Check) => check.name.trim() || check.slug || uuidOf(check);

const uuidOf = ({ uuid, ping_url }: Check) => uuid || (ping_url.split("/").filter(Boolean).at(-1) ?? "");

const scheduleOf = ({ schedule, tz, timeout }: Check) =>
  timeout === null ? { schedule, timezone: tz || "UTC" } : { schedule: everySeconds(timeout) };

/** Null if every ping counts, and ends a pause. */
function filtersOf(check: Check): Filters | null {
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
