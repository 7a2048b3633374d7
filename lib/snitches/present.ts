import { z } from "zod";
import type { Snitch } from "@/lib/platform/generated/client";
import { INTERVALS, intervalOf } from "@/lib/rules/interval";

const time = z.iso.datetime({ precision: 3 });
const interval = z.enum(INTERVALS);

/** The JSON of a snitch in the API. The members are in the order that existing clients expect. */
export const presentedSnitch = z.object({
  token: z.string().meta({ description: "Identifies the snitch in paths and in its check-in URL." }),
  href: z.string().meta({ description: "The path of this snitch." }),
  name: z.string(),
  tags: z.array(z.string()).meta({ description: "In the order in which they were added." }),
  notes: z.string().meta({ description: "Empty when there are none." }),
  status: z
    .enum(["pending", "healthy", "failed", "errored", "paused"])
    .meta({ description: "`failed` is called missing in webhooks and e-mails." }),
  created_at: time,
  check_in_url: z.string().meta({ description: "The URL that the job requests after each run." }),
  checked_in_at: time.nullable().meta({ description: "The last healthy check-in; null before the first." }),
  type: z
    .object({ interval })
    .meta({ description: "An older form of `interval`, which clients still read." }),
  interval,
  alert_type: z.enum(["basic", "smart"]),
  alert_email: z.array(z.string()).meta({
    description:
      "Alerted instead of the case’s recipients; empty means that the case’s recipients are alerted.",
  }),
});

export type PresentedSnitch = z.output<typeof presentedSnitch>;

export const presentSnitch = (snitch: Presentable, checkInUrl: string): PresentedSnitch => ({
  token: snitch.token,
  href: `/v1/snitches/${snitch.token}`,
  name: snitch.name,
  tags: snitch.tags,
  notes: snitch.notes,
  status: snitch.status,
  created_at: snitch.createdAt.toISOString(),
  check_in_url: `${checkInUrl}/${snitch.token}`,
  checked_in_at: snitch.checkedInAt?.toISOString() ?? null,
  type: { interval: intervalOf(snitch) },
  interval: intervalOf(snitch),
  alert_type: snitch.alertType,
  alert_email: snitch.alertEmail,
});

/** The columns of a snitch that the API shows. */
export type Presentable = Pick<
  Snitch,
  | "token"
  | "name"
  | "tags"
  | "notes"
  | "status"
  | "createdAt"
  | "checkedInAt"
  | "interval"
  | "alertType"
  | "alertEmail"
>;
