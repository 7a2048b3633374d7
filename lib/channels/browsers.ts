import type { Actor } from "@/lib/audit/record";
import { lockCase } from "@/lib/cases/lock";
import { formatBrowserName, webPush } from "@/lib/channel-kinds/web-push";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { hashToken } from "@/lib/platform/secret-token";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { insertChannel } from "./add";
import { awaitTest } from "./await-test";
import { parseSettings } from "./input";
import { deleteChannel } from "./remove";
import { decryptSettings, storedSettings } from "./stored-settings";
import { sendTestEvent } from "./test-event";

/** Per person and case. */
const MAX_BROWSERS = 10;

/** A subscription as `PushSubscription` gives it, and what to call the browser. */
export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string; browser: string };

export type Browser = {
  /** The ID of its channel. */
  id: string;
  /** Such as “Firefox on Linux”. */
  name: string;
  /** SHA-256 of the subscription's URL, in hexadecimal, by which a browser recognizes itself. */
  endpointHash: string;
  addedAt: Date;
  isOff: boolean;
  /** Why Tattle switched the channel off. */
  offReason: string | null;
};

/** The browsers in which this person gets notifications of the case, oldest first. */
export async function listBrowsers(caseId: string, userId: string): Promise<Browser[]> {
  const rows = await db.channel.findMany({
    where: { caseId, userId, kind: webPush.kind },
    orderBy: { id: "asc" },
    select: { id: true, url: true, settings: true, createdAt: true, disabledAt: true, disabledReason: true },
  });
  return rows.map((row) => {
    const { endpoint = "", browser = "" } = decryptSettings(row);
    return {
      id: row.id,
      name: browser || "Unknown browser",
      endpointHash: hashToken(endpoint),
      addedAt: row.createdAt,
      isOff: row.disabledAt !== null,
      offReason: row.disabledReason,
    };
  });
}

/**
 * Notifies this person of the case's alerts in a browser. Adding a browser again changes nothing, unless it was
 * switched off or another person's. Refuses an eleventh browser.
 */
export async function addBrowser(
  caseId: string,
  owner: { id: string; email: string },
  subscription: BrowserSubscription,
  by: Actor,
): Promise<{ id: string }> {
  const { kind } = webPush;
  const settings = parseSettings(kind, subscription);
  const { budget } = storedSettings(kind, settings);
  return transaction(async (sql) => {
    await lockCase(sql, caseId);
    await refuseUnlessMember(sql, caseId, owner.id);
    const [same] = await sql<{ id: string; userId: string; disabledAt: Date | null }>(
      `SELECT id, user_id AS "userId", disabled_at AS "disabledAt" FROM channels
       WHERE case_id = $1 AND budget = $2 AND user_id IS NOT NULL`,
      [caseId, budget],
    );
    if (same?.userId === owner.id && !same.disabledAt) return { id: same.id };
    // The browser has one subscription, no matter who uses it.
    if (same) await sql("DELETE FROM channels WHERE id = $1", [same.id]);
    await refuseIfMany(sql, caseId, owner.id);
    const { browser } = subscription;
    const name = browser ? `${formatBrowserName(owner.email)} (${browser})` : formatBrowserName(owner.email);
    return insertChannel(
      sql,
      caseId,
      { kind, name, settings, route: ALL_ALERTS, isDefault: false },
      by,
      owner.id,
    );
  });
}

async function refuseUnlessMember(sql: Sql, caseId: string, userId: string): Promise<void> {
  const members = await sql("SELECT FROM members WHERE case_id = $1 AND user_id = $2", [caseId, userId]);
  if (members.length === 0) throw notFound("member");
}

async function refuseIfMany(sql: Sql, caseId: string, userId: string): Promise<void> {
  const browsers = await sql("SELECT FROM channels WHERE case_id = $1 AND user_id = $2", [caseId, userId]);
  if (browsers.length < MAX_BROWSERS) return;
  const message = `You already get notifications in ${MAX_BROWSERS} browsers. Remove one first.`;
  throw new Refusal("resource_invalid", message);
}

/**
 * Stops notifying this person of the case's alerts in a browser. `isLast`: no other case uses the subscription, so that the
 * browser may end it.
 */
export async function removeBrowser(
  caseId: string,
  userId: string,
  id: string,
  by: Actor,
): Promise<{ isLast: boolean }> {
  return transaction(async (sql) => {
    const condition = "id = $1 AND case_id = $2 AND user_id = $3";
    const channel = await deleteChannel(sql, condition, [id, caseId, userId], by);
    if (!channel) throw notFound("browser");
    const others = await sql("SELECT FROM channels WHERE budget = $1 LIMIT 1", [channel.budget]);
    return { isLast: others.length === 0 };
  });
}

/** Sends a test to a browser of this person and waits for what comes back. */
export async function testBrowser(caseId: string, userId: string, id: string, now: Date) {
  const channel = await db.channel.findFirst({ where: { id, caseId, userId }, select: { id: true } });
  if (!channel) throw notFound("browser");
  return awaitTest(await sendTestEvent(caseId, id, userId, now));
}
