import type { BadgeSettings } from "@/lib/pages/badge-input";

/** A badge as a file describes it, with a snitch by its key and a page by its slug. */
export type BadgeAttributes = Pick<BadgeSettings, "shows" | "days" | "style"> & {
  label: string;
  subject: string;
};

export const BADGE_DEFAULTS: BadgeAttributes = {
  label: "",
  subject: "",
  shows: "status",
  days: 30,
  style: "flat",
};

/** A badge has no key: it never changes, so that what it is identifies it. */
export const badgeKey = ({ label, subject, shows, days, style }: BadgeAttributes): string =>
  `${label}: ${shows} of ${subject}, ${days} days, ${style}`;
