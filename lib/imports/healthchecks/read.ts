import { z } from "zod";
import { MAX_RECORDS, type Origin, openApi, refuseUnlessKey, tooMany, wrong } from "../api";
import { optionalFlag, optionalNumber, optionalText, sourceText } from "../source-text";

const check = z.object({
  name: optionalText,
  slug: optionalText,
  tags: optionalText,
  desc: optionalText,
  grace: z.number(),
  /** Null for a check with a schedule. */
  timeout: optionalNumber,
  schedule: optionalText,
  tz: optionalText,
  status: optionalText,
  /** Absent for keys that only read. */
  uuid: optionalText,
  ping_url: optionalText,
  manual_resume: optionalFlag,
  methods: optionalText,
  start_kw: optionalText,
  success_kw: optionalText,
  failure_kw: optionalText,
  filter_subject: optionalFlag,
  filter_body: optionalFlag,
  filter_http_body: optionalFlag,
  filter_default_fail: optionalFlag,
  // How versions before 2.4 call the keywords of the subject.
  subject: optionalText,
  subject_fail: optionalText,
});

const channel = z.object({ name: optionalText, kind: sourceText });

const checks = z.object({ checks: z.array(check) });
const channels = z.object({ channels: z.array(channel) });

export type Check = z.output<typeof check>;
export type HealthchecksAccount = { checks: Check[]; channels: z.output<typeof channel>[] };

/** All checks and integrations of a project. */
export async function readHealthchecks(origin: Origin): Promise<HealthchecksAccount> {
  const api = openApi(origin, {
    name: "Healthchecks",
    url: "https://healthchecks.io",
    headers: { "X-Api-Key": refuseUnlessKey(origin.key) },
    keyHint: "copy the API key from the project’s settings",
  });
  // Servers before version 3.0 know only the first API.
  const first = await api.find("/api/v3/checks/", checks);
  const version = first ? "v3" : "v1";
  const all = first?.checks ?? (await api.get("/api/v1/checks/", {}, checks)).data.checks;
  if (all.length > MAX_RECORDS) throw tooMany();
  if (all.some(({ uuid, ping_url }) => !uuid && !ping_url)) {
    throw wrong(
      "key",
      "is read-only, and Healthchecks hides the UUIDs from it: enter the API key with write access",
    );
  }
  const { data } = await api.get(`/api/${version}/channels/`, {}, channels);
  return { checks: all, channels: data.channels };
}
