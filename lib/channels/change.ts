import type { z } from "zod";
import { type Actor, changesBetween, recordEvents } from "@/lib/audit/record";
import { lockCase } from "@/lib/cases/lock";
import { findKind } from "@/lib/channel-kinds/find";
import { listConfidential } from "@/lib/channel-kinds/kind";
import { webPush } from "@/lib/channel-kinds/web-push";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { type Sql, transaction } from "@/lib/platform/db";
import { invalidAttribute, notFound } from "@/lib/platform/refusal";
import { factsOf } from "@/lib/platform/setting";
import type { Route } from "@/lib/rules/notifications/route";
import { type channelChanges, mergeRoute, parseSettings } from "./input";
import { auditAction, formatChannelName, type NamedChannel } from "./name";
import { refuseToSendElsewhere } from "./refuse-to-send-elsewhere";
import { ROUTING } from "./routing";
import { clearDefault, ROUTE_COLUMNS, saveRoute } from "./save-route";
import { decryptSettings, storedSettings } from "./stored-settings";
import { findNewHost } from "./target";

type Changes = Pick<z.output<typeof channelChanges>, "kind" | "name" | "settings" | "routing">;

type ChannelRow = Route & NamedChannel & { settings: string | null; isDefault: boolean };

/**
 * Changes the name, the settings or the route of a channel; what is left out stays. New settings end a wait that its receiver has
 * asked for. Records the differences, of settings only the names. Refuses what is invalid, and another kind.
 */
export async function changeChannel(caseId: string, id: string, changes: Changes, by: Actor): Promise<void> {
  await transaction(async (sql) => {
    // Locks the case, so that two concurrent calls cannot choose two defaults.
    await lockCase(sql, caseId);
    const [before] = await sql<ChannelRow>(
      `SELECT kind, name, url, settings, ${ROUTE_COLUMNS}
       FROM channels WHERE id = $1 AND case_id = $2 FOR NO KEY UPDATE`,
      [id, caseId],
    );
    if (!before) throw notFound("channel");
    const { kind } = before;
    if (changes.kind !== undefined && changes.kind !== kind)
      throw invalidAttribute("kind", `is ${kind} and can’t change: add another channel instead`);
    if (kind === webPush.kind && changes.settings)
      throw invalidAttribute("settings", "belong to a browser, and only that browser can change them");
    const name = changes.name ?? before.name;
    const { route, isDefault } = mergeRoute(kind, changes.routing ?? {}, before);
    const settings = decryptSettings(before);
    const newSettings = changes.settings
      ? parseSettings(kind, { ...settings, ...changes.settings })
      : settings;
    findNewHost(kind, newSettings, settings);
    refuseToSendElsewhere(kind, settings, newSettings, changes.settings ?? {});
    const facts = {
      ...changesBetween(
        { name: before.name, ...factsOf(ROUTING, before) },
        { name, ...factsOf(ROUTING, { ...route, isDefault }) },
      ),
      ...settingFacts(kind, settings, newSettings),
    };
    if (Object.keys(facts).length === 0) return;
    if (isDefault) await clearDefault(sql, caseId);
    await saveRoute(sql, id, route, isDefault);
    await sql("UPDATE channels SET name = $2 WHERE id = $1", [id, name]);
    const url = changes.settings ? await saveSettings(sql, id, kind, newSettings) : before.url;
    const resource = { id, name: formatChannelName({ kind, name, url }) };
    await recordEvents(sql, caseId, by, [{ action: auditAction(before, "changed"), resource, facts }]);
  });
}

/** Returns the URL that was saved. */
async function saveSettings(
  sql: Sql,
  id: string,
  kind: string,
  settings: Record<string, string>,
): Promise<string> {
  const { url, sealed, budget, hasButtons } = storedSettings(kind, settings);
  await sql(
    `UPDATE channels SET url = $2, settings = $3, budget = $4, has_buttons = $5,
       limited_until = CASE WHEN budget IS NOT DISTINCT FROM $4 THEN limited_until END WHERE id = $1`,
    [id, url, sealed, budget, hasButtons],
  );
  if (hasButtons) await wakeTimers(sql, "chats");
  return url;
}

/** Which settings changed. What is secret in them is left out. */
function settingFacts(kind: string, before: Record<string, string>, after: Record<string, string>) {
  const confidential = listConfidential(findKind(kind));
  // What was saved before there was a setting lacks it, which is the same as an empty one.
  const names = Object.keys(after).filter((name) => (after[name] ?? "") !== (before[name] ?? ""));
  return Object.fromEntries(
    names.map((name) =>
      confidential.includes(name)
        ? [name, { from: "(secret)", to: "(another secret)" }]
        : [name, { from: before[name] ?? "", to: after[name] ?? "" }],
    ),
  );
}
