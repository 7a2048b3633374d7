import { z } from "zod";
import { NOTE_STATES } from "@/lib/rules/incidents/incident";
import { DIGEST_FREQUENCIES } from "@/lib/rules/notifications/digest-period";

const url = z.url();
const time = z.coerce.date();

/** A suggestion about a snitch: `Suggested` of `lib/rules/suggestions`. */
const suggestion = z.object({
  name: z.string(),
  suggested: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("stale"), isPending: z.boolean(), since: time }),
    z.object({
      kind: z.literal("flaps"),
      changes: z.number(),
      remedy: z
        .object({ attribute: z.enum(["grace", "alert_after"]), value: z.number(), changes: z.number() })
        .nullable(),
    }),
    z.object({
      kind: z.literal("too_often"),
      reports: z.number().nullable(),
      expected: z.number(),
      hosts: z.array(z.string()),
    }),
  ]),
});

/** A note on an incident. */
const note = z.object({
  name: z.string(),
  by: z.string(),
  state: z.enum(NOTE_STATES).nullable(),
  text: z.string(),
});

/** An email whose words are chosen when it is queued, in the language of its reader. */
const worded = z.object({
  language: z.string(),
  subject: z.string(),
  about: z.string().optional(),
  title: z.string(),
  lead: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  quotes: z.array(z.object({ label: z.string(), body: z.string(), as: z.literal("prose") })).optional(),
  button: z.object({ label: z.string(), url }),
  closing: z.object({ words: z.string(), link: z.object({ label: z.string(), url }).optional() }),
});

/** An unreachable machine. `jobs`: those that the reader would have notified of; of one that reports again, none. */
const machine = z.object({
  caseName: z.string(),
  host: z.string(),
  lastHeardAt: time,
  at: time,
  count: z.number(),
  missed: z.number(),
  runs: z.number(),
  isHeard: z.boolean(),
  jobs: z.array(z.object({ name: z.string(), since: time })),
  url,
});

/** The data of each transactional email. It is stored as JSON until the email is sent, so it needs schemas. */
export const transactionalFacts = {
  /** Invites a person to a case. */
  invitation: z.object({
    caseName: z.string(),
    invitedBy: z.string(),
    role: z.string(),
    url,
    expiresAt: time,
  }),
  /** Asks a person to confirm an address. */
  verification: z.object({ url, expiresAt: time }),
  /** Asks the reader of an address outside a case to agree. `snitchName` is null if the address is for all snitches. */
  address_confirmation: z.object({ caseName: z.string(), snitchName: z.string().nullable(), url }),
  magic_link: z.object({ url, expiresAt: time }),
  password_reset: z.object({ url, expiresAt: time }),
  /** The password of an account was deleted when its address was confirmed. `url` is the page where the reader can set another. */
  password_removed: z.object({ removedAt: time, url }),
  /**
   * What a person signs in with alongside their password was changed, or a recovery code was used. `left`: how many codes are left.
   * `url` is the page where the person can act on it.
   */
  second_factor_changed: z.object({
    change: z.enum(["added", "removed", "reset", "codes_replaced", "code_used"]),
    factor: z.enum(["authenticator app", "passkey"]).optional(),
    name: z.string().optional(),
    left: z.number().optional(),
    at: time,
    url,
  }),
  /** Warns the old address. `url` is the page where the person can act on it. */
  email_changed: z.object({ newEmail: z.string(), changedAt: time, url }),
  /**
   * `target` is masked, or the name of a channel; `lastResponse` is the outcome of the last attempt. `service`: absent for a
   * webhook. `reason`: of a response that is final, with what to do; absent after three days of failures.
   */
  webhook_switched_off: z.object({
    caseName: z.string(),
    target: z.string(),
    failingSince: time,
    lastResponse: z.string(),
    service: z.string().optional(),
    reason: z.string().optional(),
    url,
  }),
  /** No check-in could reach Tattle. `caseName` is null in the operator's copy. `snitches`: how many could not be evaluated. */
  downtime: z.object({
    caseName: z.string().nullable(),
    startsAt: time,
    endsAt: time,
    snitches: z.number(),
    url,
  }),
  /** Says to the operator that alerts are held. `expected`: how many snitches were due and didn't check in. */
  no_check_ins: z.object({ since: time, expected: z.number(), heldUntil: time, url }),
  /** Snitches that are missing while no check-in at all arrives. `names` are the first of `count`. */
  missing_summary: z.object({
    caseName: z.string(),
    since: time,
    names: z.array(z.string()),
    count: z.number(),
    url,
  }),
  /** Snitches of a `missing_summary` that report again. */
  reporting_summary: z.object({
    caseName: z.string(),
    since: time,
    names: z.array(z.string()),
    count: z.number(),
    url,
  }),
  machine_silent: machine,
  machine_heard: machine,
  /** Alerts that waited, because of quiet hours, or because too many came within a minute. */
  alert_summary: z.object({
    caseName: z.string(),
    heldFor: z.enum(["quiet_hours", "storm"]),
    lines: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(["missing", "errored", "reporting", "paused"]),
        since: time,
        endedAt: time.nullable(),
      }),
    ),
    url,
  }),
  /** What a case was like in a day, a week or a month, as far as it is listed: `count` counts all snitches. */
  digest: z.object({
    caseName: z.string(),
    frequency: z.enum(DIGEST_FREQUENCIES),
    zone: z.string(),
    start: time,
    end: time,
    /** The oldest incidents that are open; as in the other lists, a number says how many there are in all. */
    open: z.array(z.object({ name: z.string(), since: time, isMissing: z.boolean() })),
    openCount: z.number(),
    /** Those with the most misses. Null: no run was expected, none says how long it took, or there was no incident. */
    snitches: z.array(
      z.object({
        name: z.string(),
        keptPercent: z.number().nullable(),
        misses: z.number(),
        late: z.number().default(0),
        medianMs: z.number().nullable(),
        longestMs: z.number().nullable(),
      }),
    ),
    count: z.number(),
    /** What the reader was not sent, or later. Digests that an earlier version queued have none. */
    unsent: z
      .array(z.object({ name: z.string(), count: z.number(), isLater: z.boolean(), because: z.string() }))
      .default([]),
    unsentCount: z.number().default(0),
    notes: z.array(note).default([]),
    noteCount: z.number().default(0),
    suggestions: z.array(suggestion).default([]),
    suggestionCount: z.number().default(0),
    url,
  }),
  /** Suggestions that are new, as far as they are listed. */
  suggestions: z.object({ caseName: z.string(), suggestions: z.array(suggestion), count: z.number(), url }),
  /** No notification path of a case works. */
  dead_end: z.object({ caseName: z.string(), sentences: z.array(z.string()), url }),
  /** Emails do not reach an address. `reason`: what its mail server said; empty if nothing. */
  address_marked: z.object({
    caseName: z.string(),
    address: z.string(),
    mark: z.enum(["bounced", "complained"]),
    reason: z.string(),
    url,
  }),
  /** Check-ins of a key have added all the snitches that they may. `key`: its name; null for the Sentry DSN. */
  snitch_limit_reached: z.object({
    caseName: z.string(),
    key: z.string().nullable(),
    limit: z.number(),
    url,
  }),
  /** Says to the operator that a disk is almost full. `host` and `path`: the machine and its data folder. */
  disk_low: z.object({
    host: z.string(),
    path: z.string(),
    freeBytes: z.number(),
    sizeBytes: z.number(),
    url,
  }),
  /** Asks whether the reader of an address subscribed to a status page. Worded when it is queued, in the language of the page. */
  subscription_confirmation: worded,
  /** What was published on a status page. */
  page_updates: worded.extend({ leaveUrl: url }),
  /** Components that went from status pages with deleted snitches. */
  page_components_removed: z.object({
    caseName: z.string(),
    removedBy: z.string(),
    pages: z.array(z.object({ title: z.string(), names: z.array(z.string()) })),
    url,
    auditUrl: url,
  }),
  /** An incident is someone's now. `assignedBy`: an email address, or the name of an API key. */
  incident_assigned: z.object({ caseName: z.string(), title: z.string(), assignedBy: z.string(), url }),
  /** Whether someone still handles an incident. `acknowledgedBy`: as it is stored; empty if no one knows. */
  acknowledgement_asked: z.object({
    caseName: z.string(),
    title: z.string(),
    acknowledgedBy: z.string(),
    acknowledgedAt: time,
    endsAt: time,
    url,
  }),
  /** A fire drill. `url` is the page on which the reader confirms that the email has arrived. */
  drill: z.object({ caseName: z.string(), startedBy: z.string(), startedAt: time, url }),
};

export type TransactionalKind = keyof typeof transactionalFacts;
export type TransactionalFacts<Kind extends TransactionalKind> = z.output<(typeof transactionalFacts)[Kind]>;
