import type { TimeFormats } from "@/components/time-formats";
import type { Fact, NewAuditEvent } from "@/lib/audit/record";
import { formatInterval, INTERVALS } from "@/lib/rules/schedule/interval";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { labelsOf } from "@/lib/snitches/settings/setting";
import { SETTINGS } from "@/lib/snitches/settings/settings";

/** A time as the log stores it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A duration as the log stores it. */
const DURATION = /^(\d+) seconds$/;

/** Attributes that the forms call otherwise. */
const LABELS: Record<string, string | undefined> = {
  ...labelsOf(SETTINGS),
  via: "By",
  visibility: "Visibility",
};

/** Values that the log stores as the API has them. */
const VALUES: Record<string, Record<string, string>> = {
  access: {
    full: "read and write",
    read: "read only",
    plan: "read and preview changes",
    acknowledge: "read, acknowledge, snooze and pause",
    ping: "check-ins only",
  },
  via: {
    link: "the link of a message",
    channel_link: "the link in a channel",
    telegram: "a button in Telegram",
    slack: "a button in Slack",
  },
  until: { healthy: "the next healthy check-in", unpaused: "ended manually" },
  visibility: {
    hidden: "draft",
    public: "public",
    link: "anyone with the link",
    password: "anyone with the password",
  },
};

type NameTime = TimeFormats["exact"];

function format(fact: Fact, nameTime: NameTime): string {
  if (fact === null || fact === "") return "";
  if (Array.isArray(fact)) return fact.join(", ");
  if (TIME.test(fact)) return nameTime(new Date(fact));
  const interval = INTERVALS.find((each) => each === fact);
  if (interval) return formatInterval(interval);
  const seconds = DURATION.exec(fact)?.[1];
  return seconds === undefined ? fact : formatMargin(Number(seconds));
}

/** What comes first, however the facts are stored. */
const FIRST = ["name", "kind", "starts_at", "ends_at"];
const rank = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

function formatValue(name: string, fact: Fact): Fact {
  if (typeof fact === "string") return VALUES[name]?.[fact] ?? fact;
  return fact && name === "filters" ? fact.map(formatFilter) : fact;
}

/** “failure keywords: error” of “failureKeywords: error” */
const formatFilter = (filter: string) =>
  filter.replace(/^\w+/, (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** One line for each fact, such as “Name changed from Backup to Nightly backup”. Times are written as the reader reads them. */
export function formatFacts(facts: NonNullable<NewAuditEvent["facts"]>, nameTime: NameTime): string[] {
  const inOrder = Object.entries(facts).toSorted(([one], [other]) => rank(one) - rank(other));
  return inOrder.map(([name, fact]) => {
    const label = LABELS[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
    if (fact === null || typeof fact !== "object" || Array.isArray(fact))
      return `${label}: ${format(formatValue(name, fact), nameTime) || "none"}`;
    const [from = "", to = ""] = [fact.from, fact.to].map((value) =>
      format(formatValue(name, value), nameTime),
    );
    if (from === "") return `${label} set to ${to}`;
    return to === "" ? `${label} removed: ${from}` : `${label} changed from ${from} to ${to}`;
  });
}
