import { type Actor, recordEvents } from "@/lib/audit/record";
import { lockCase } from "@/lib/cases/lock";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { webhook } from "@/lib/channel-kinds/webhook";
import { wakeTimers } from "@/lib/outbox/wake-timers";
import { type Sql, transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { newId } from "@/lib/platform/new-id";
import { invalidAttribute } from "@/lib/platform/refusal";
import { MAX_CHANNELS } from "@/lib/rules/limits";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import type { ChannelInput } from "./input";
import { auditAction, formatChannelName } from "./name";
import { clearDefault, saveRoute } from "./save-route";
import { storedSettings } from "./stored-settings";
import { findNewHost, parseTarget } from "./target";

/** Adds a webhook that receives the case's alerts. The secret signs every request to it. */
export const addWebhook = (
  caseId: string,
  url: string,
  by: Actor,
): Promise<{ id: string; secret: string }> => {
  const settings = { url: parseTarget(url) };
  return addChannel(
    caseId,
    { kind: webhook.kind, name: "", settings, route: ALL_ALERTS, isDefault: false },
    by,
  );
};

/** Adds a channel that is notified of the case's alerts. The secret signs every request to it, if it is a webhook. */
export function addChannel(
  caseId: string,
  input: ChannelInput,
  by: Actor,
): Promise<{ id: string; secret: string }> {
  findNewHost(input.kind, input.settings);
  return transaction(async (sql) => {
    await lockCase(sql, caseId);
    await refuseIfFull(sql, caseId);
    return insertChannel(sql, caseId, input, by);
  });
}

/** Adds a channel unless the case has one with this key of an exported file. Returns its id. Two calls at once add one. */
export function addUnlessKeyed(caseId: string, key: string, input: ChannelInput, by: Actor): Promise<string> {
  findNewHost(input.kind, input.settings);
  return transaction(async (sql) => {
    await lockCase(sql, caseId);
    const [existing] = await sql<{ id: string }>("SELECT id FROM channels WHERE case_id = $1 AND key = $2", [
      caseId,
      key,
    ]);
    if (existing) return existing.id;
    await refuseIfFull(sql, caseId);
    const { id } = await insertChannel(sql, caseId, input, by);
    await sql("UPDATE channels SET key = $2 WHERE id = $1", [id, key]);
    return id;
  });
}

/** `userId`: whose browser it is; null for what belongs to the case. The case is locked. */
export async function insertChannel(
  sql: Sql,
  caseId: string,
  { kind, name, settings, route, isDefault }: ChannelInput,
  by: Actor,
  userId: string | null = null,
): Promise<{ id: string; secret: string }> {
  const id = newId();
  const secret = newSigningSecret();
  const { url, sealed, budget, hasButtons } = storedSettings(kind, settings);
  if (isDefault) await clearDefault(sql, caseId);
  await sql(
    `INSERT INTO channels (id, case_id, kind, name, url, secret, settings, budget, user_id, has_buttons)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, caseId, kind, name, url, encrypt(secret), sealed, budget, userId, hasButtons],
  );
  await saveRoute(sql, id, route, isDefault);
  if (hasButtons) await wakeTimers(sql, "chats");
  const channel = { kind, name, url };
  const resource = { id, name: formatChannelName(channel) };
  await recordEvents(sql, caseId, by, [{ action: auditAction(channel, "added"), resource }]);
  return { id, secret };
}

/** People’s browsers have a limit of their own. The case is locked, so that two calls cannot both take the last free place. */
async function refuseIfFull(sql: Sql, caseId: string): Promise<void> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>(
    "SELECT count(*)::int AS count FROM channels WHERE case_id = $1 AND user_id IS NULL",
    [caseId],
  );
  if (count < MAX_CHANNELS) return;
  const message = `cannot be added: a case has at most ${MAX_CHANNELS} channels. Remove one first`;
  throw invalidAttribute("url", message);
}
