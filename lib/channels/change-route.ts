import { z } from "zod";
import type { Actor } from "@/lib/audit/actor";
import { changesBetween, recordEvents } from "@/lib/audit/record";
import { transaction } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { ALERT_CAUSES } from "@/lib/rules/alert-cause";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import type { Route } from "@/lib/rules/route";
import { tagList } from "@/lib/snitches/input-arrays";
import { hostOfTarget } from "./target";

/** Tags as a form has them, with commas between. */
const tags = z
  .string()
  .transform((text): unknown => text.split(","))
  .pipe(tagList);

/** The route of a channel, as a form has it: `cause_…` and `is_default` are checkboxes. */
export const channelRoute = z
  .object({
    tags_any: tags.default([]),
    tags_all: tags.default([]),
    tags_none: tags.default([]),
    min_severity: z.enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` }).default("info"),
  })
  .catchall(z.unknown())
  .transform((form) => {
    const causes = ALERT_CAUSES.filter((cause) => `cause_${cause}` in form);
    return {
      isDefault: "is_default" in form,
      route: {
        tagsAny: form.tags_any,
        tagsAll: form.tags_all,
        tagsNone: form.tags_none,
        minSeverity: form.min_severity,
        // All of them are as good as none, except for alerts without a cause, which nobody means to leave out.
        causes: causes.length === ALERT_CAUSES.length ? [] : causes,
      } satisfies Route,
    };
  });

type RouteRow = Route & { url: string; isDefault: boolean };

/**
 * Sets which alerts a channel gets, and whether it gets those that no other is meant for, in place of the channel that did.
 * Records the differences.
 */
export async function changeRoute(
  caseId: string,
  id: string,
  { route, isDefault }: z.output<typeof channelRoute>,
  by: Actor,
): Promise<void> {
  await transaction(async (sql) => {
    // Locks the case, so that two concurrent calls cannot choose two defaults.
    await sql("SELECT FROM cases WHERE id = $1 FOR NO KEY UPDATE", [caseId]);
    const [before] = await sql<RouteRow>(
      `SELECT url, is_default AS "isDefault", tags_any AS "tagsAny", tags_all AS "tagsAll", tags_none AS "tagsNone",
         min_severity::text AS "minSeverity", causes::text[] AS causes
       FROM webhooks WHERE id = $1 AND case_id = $2 FOR NO KEY UPDATE`,
      [id, caseId],
    );
    if (!before) throw notFound("webhook");
    const facts = changesBetween(factsOf(before, before.isDefault), factsOf(route, isDefault));
    if (Object.keys(facts).length === 0) return;
    if (isDefault)
      await sql("UPDATE webhooks SET is_default = false WHERE case_id = $1 AND is_default", [caseId]);
    const { tagsAny, tagsAll, tagsNone, minSeverity, causes } = route;
    await sql(
      `UPDATE webhooks SET tags_any = $2, tags_all = $3, tags_none = $4, min_severity = $5::severity,
         causes = $6::alert_cause[], is_default = $7 WHERE id = $1`,
      [id, tagsAny, tagsAll, tagsNone, minSeverity, causes, isDefault],
    );
    const resource = { id, name: hostOfTarget(before.url) };
    await recordEvents(sql, caseId, by, [{ action: "webhook.changed", resource, facts }]);
  });
}

const factsOf = ({ tagsAny, tagsAll, tagsNone, minSeverity, causes }: Route, isDefault: boolean) => ({
  one_of_the_tags: tagsAny,
  all_of_the_tags: tagsAll,
  none_of_the_tags: tagsNone,
  severity_at_least: minSeverity,
  causes,
  default: isDefault ? "yes" : "no",
});
