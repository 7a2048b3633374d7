import type { Snitch } from "@/lib/db/generated/client";

/** The API's JSON shape of a snitch. Members stand in the order that existing clients have on record. */
export function presentSnitch(snitch: Snitch, checkInUrl: string) {
  return {
    token: snitch.token,
    href: `/v1/snitches/${snitch.token}`,
    name: snitch.name,
    tags: snitch.tags,
    notes: snitch.notes,
    status: snitch.status,
    created_at: snitch.createdAt.toISOString(),
    check_in_url: `${checkInUrl}/${snitch.token}`,
    checked_in_at: snitch.checkedInAt?.toISOString() ?? null,
    // An older form of `interval`, which clients still read.
    type: { interval: snitch.interval },
    interval: snitch.interval,
    alert_type: snitch.alertType,
    alert_email: snitch.alertEmail,
  };
}
