import { z } from "zod";
import { type Origin, openApi, readPages, refuseUnlessKey, wrong } from "../api";
import { optionalFlag, optionalNumber, optionalText, sourceText } from "../source-text";

const environment = z.object({ name: sourceText, isMuted: optionalFlag });

const monitor = z.object({
  id: optionalText,
  slug: sourceText,
  name: optionalText,
  status: optionalText,
  isMuted: optionalFlag,
  project: z.object({ slug: optionalText }).nullish(),
  config: z.object({
    schedule_type: optionalText,
    /** Cron, or a number and a unit. */
    schedule: z.union([sourceText, z.tuple([z.number(), sourceText])]),
    timezone: optionalText,
    /** In minutes. */
    checkin_margin: optionalNumber,
    max_runtime: optionalNumber,
    failure_issue_threshold: optionalNumber,
    recovery_threshold: optionalNumber,
  }),
  environments: z
    .array(environment)
    .nullish()
    .transform((all) => all ?? []),
});

export type Monitor = z.output<typeof monitor>;

/** Cron monitors. Those of newer kinds, such as uptime, are listed elsewhere. */
const page = z.array(monitor);

/** All cron monitors of an organization. */
export async function readSentry(origin: Origin): Promise<Monitor[]> {
  const organization = origin.organization.trim();
  if (!/^[\w-]{1,100}$/.test(organization)) {
    throw wrong("organization", "must be the slug of the organization, as in the address of its pages");
  }
  const api = openApi(origin, {
    name: "Sentry",
    url: "https://sentry.io",
    headers: { Authorization: `Bearer ${refuseUnlessKey(origin.key)}` },
    keyHint: "create an auth token with the scope org:read, and check the organization",
  });
  return readPages(
    async (cursor) => {
      const path = `/api/0/organizations/${organization}/monitors/`;
      const { data, headers } = await api.get(path, cursor === null ? {} : { cursor }, page);
      return { items: data, next: nextCursor(headers.link ?? "") };
    },
    ({ id, slug, project }) => id || `${project?.slug ?? ""}/${slug}`,
  );
}

/** The cursor of the next page in a `Link` header; null if there is none. */
function nextCursor(link: string): string | null {
  const next = link
    .split(/,\s*(?=<)/)
    .find((part) => part.includes('rel="next"') && part.includes('results="true"'));
  return /cursor="([\w:.-]{1,200})"/.exec(next ?? "")?.[1] ?? null;
}
