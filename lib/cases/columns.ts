import type { Case } from "@/lib/platform/generated/client";

/** Each field of a case, as a statement selects it. */
const CASE_FIELDS = {
  id: "c.id",
  name: "c.name",
  plan: "c.plan::text",
  alertEmail: "c.alert_email",
  emailFrequency: "c.email_frequency::text",
  onHoldAt: "c.on_hold_at",
  limitsEmails: "c.limits_emails",
  acceptsLateReports: "c.accept_late_reports",
  suggestions: "c.suggestions",
  answerLinks: "c.answer_links",
  channelLinks: "c.channel_links",
  groupsByMachine: "c.group_by_machine",
  ackExpiresAfter: "c.ack_expires_after",
  secondFactorRequiredSince: "c.second_factor_required_since",
  unreachableSince: "c.dead_end_since",
  number: "c.number",
  dsnVersion: "c.dsn_version",
  dsnSnitchLimit: "c.dsn_snitch_limit",
  dsnSnitchesAdded: "c.dsn_snitches_added",
  hints: "c.hints",
  policies: "c.policies",
  createdAt: "c.created_at",
} as const satisfies Record<keyof Case, string>;

/** What a statement selects of a case `c`: all its fields, under their names. */
export const SELECTED_CASE = Object.entries(CASE_FIELDS)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(", ");
