import { CAUSE_LABELS } from "@/lib/rules/incidents/cause-labels";
import { formatChannelHours } from "@/lib/rules/notifications/format-channel-hours";
import type { Route } from "@/lib/rules/notifications/route";

/** “tag db or web, not test · warning or worse · missed check-in, error · mon-fri 08:00 to 18:00, Europe/Berlin”. Empty for a channel that gets everything. */
export function formatRoute({ tagsAny, tagsAll, tagsNone, minSeverity, causes, ...when }: Route): string {
  const conditions = [
    tagsAny.length > 0 && `tag ${tagsAny.join(" or ")}`,
    tagsAll.length > 0 && `${tagsAll.length === 1 ? "tag" : "tags"} ${tagsAll.join(" and ")}`,
    tagsNone.length > 0 && `not ${tagsNone.join(", ")}`,
  ].filter(Boolean);
  return [
    conditions.join(", "),
    minSeverity === "warning" && "warning or worse",
    minSeverity === "critical" && "critical",
    causes.map((cause) => CAUSE_LABELS[cause].toLowerCase()).join(", "),
    formatChannelHours(when),
  ]
    .filter(Boolean)
    .join(" · ");
}
