import { remember } from "@epic-web/remember";
import { countRange } from "@/lib/history/days/count-range";
import { query } from "@/lib/platform/db";
import type { Share, Snitch } from "@/lib/platform/generated/client";
import { SharedResults } from "@/lib/platform/shared-results";
import { subscribeToCase } from "@/lib/platform/subscribe-to-case";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { addDay, NO_DAY } from "@/lib/rules/history/day-counts";
import { healthyPercent } from "@/lib/rules/history/period-counts";
import { type ScheduleColumns, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { PAGES_CHANGED } from "./announce";
import type { BadgeSettings } from "./badge-input";
import {
  type BadgeMessage,
  durationMessage,
  lastRunMessage,
  pageMessage,
  shareMessage,
  statusMessage,
} from "./badge-message";
import { ACCESS_MS, findAccessById, readView } from "./directory";
import { noteRead } from "./note-read";
import { isSharedPage } from "./shared-page";
import { LatestResult } from "./view/latest-result";

/** What a badge says, and how it is drawn. */
export type Badge = BadgeMessage & Pick<BadgeSettings, "style"> & { label: string };

/** A badge is on pages that thousands open: it is computed once for all of them. */
export const FRESH_MS = 30 * SECOND_MS;
const MAX_STORED = 2_000;

/** Counting the months of thousands of jobs takes seconds, and a new run hardly changes the result. */
const COUNTED_MS = 10 * MINUTE_MS;

const figures = remember(
  "tattle.badge-figures",
  () => new SharedResults<BadgeMessage>(COUNTED_MS, MAX_STORED),
);

/** Null for an id without a badge, and for a badge of a page, whose view has its state. */
type StoredMessage = BadgeMessage | null;

const { badges, shares } = remember("tattle.badges", () => {
  const badges = new Map<string, LatestResult<StoredMessage>>();
  const shares = new LatestResult({
    minAgeMs: 0,
    maxAgeMs: ACCESS_MS,
    compute: () => loadShares([...badges.keys()]),
  });
  return { badges, shares, unsubscribe: subscribeToCase(PAGES_CHANGED, () => shares.expire()) };
});

/** What the badge of this id says for all of its readers, who get what it said before while Postgres is unavailable. */
function openBadge(id: string): LatestResult<StoredMessage> {
  const badge =
    badges.get(id) ??
    new LatestResult({
      minAgeMs: FRESH_MS,
      maxAgeMs: FRESH_MS,
      compute: (now: Date) => computeBadge(id, now),
    });
  // Last, so that the one that was read least lately is first.
  badges.delete(id);
  badges.set(id, badge);
  const [oldest = id] = badges.keys();
  if (badges.size > MAX_STORED) badges.delete(oldest);
  return badge;
}

/**
 * The badge with this id, which says what it said in the last half minute. Null if there is none, or if it is of a page that not everyone
 * may see.
 */
export async function readBadge(id: string, now: Date): Promise<Badge | null> {
  const badge = openBadge(id);
  const share = await findShare(id, now);
  if (!share) return null;
  const { label, settings } = share;
  const text = (await badge.read(now)) ?? (await readPageMessage(share, now));
  return text && { label, style: settings.style, ...text };
}

/** Who may see the page is asked for each reader: it may have changed in the last half minute. */
async function readPageMessage({ pageId, settings }: ShareRow, now: Date): Promise<BadgeMessage | null> {
  const access = pageId === null ? null : await findAccessById(pageId, now);
  const page = access && isSharedPage(access) ? await readView(access, now) : null;
  return page && pageMessage(page.components, settings.shows, settings.days);
}

type ShareRow = Pick<Share, "caseId" | "snitchId" | "pageId"> & { label: string; settings: BadgeSettings };

/** As of the last second: one statement reads all badges that this process responds. */
async function findShare(id: string, now: Date): Promise<ShareRow | null> {
  const known = await shares.read(now);
  const share = known.get(id);
  if (share !== undefined) return share;
  const found = (await loadShares([id])).get(id) ?? null;
  known.set(id, found);
  return found;
}

/** The badges with these ids; null for an id without one. */
async function loadShares(ids: string[]): Promise<Map<string, ShareRow | null>> {
  const rows = await query<ShareRow & { id: string }>(
    `SELECT id, case_id AS "caseId", snitch_id AS "snitchId", page_id AS "pageId", name AS label, settings
     FROM shares WHERE id = ANY($1::uuid[]) AND kind = 'badge'`,
    [ids],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(ids.map((id) => [id, found.get(id) ?? null]));
}

async function computeBadge(id: string, now: Date): Promise<StoredMessage> {
  const share = await findShare(id, now);
  if (!share) return null;
  await noteRead(id, now);
  return share.pageId ? null : computeMessage(id, share, now);
}

type SnitchRow = ScheduleColumns & Pick<Snitch, "id" | "status" | "deadline" | "checkedInAt" | "createdAt">;

async function computeMessage(id: string, share: ShareRow, now: Date): Promise<BadgeMessage> {
  const { shows } = share.settings;
  if (shows === "share" || shows === "duration")
    return figures.read(share.caseId, id, now, () => countMessage(share, now));
  const snitches = await listSnitches(share);
  return shows === "status"
    ? statusMessage(snitches, now)
    : lastRunMessage(
        snitches.map(({ checkedInAt }) => checkedInAt),
        now,
      );
}

async function countMessage(share: ShareRow, now: Date): Promise<BadgeMessage> {
  const { caseId, settings } = share;
  const snitches = (await listSnitches(share)).map((row) => ({ ...row, ...toScheduleTerms(row), caseId }));
  const counts = await countRange(snitches, new Date(now.getTime() - settings.days * DAY_MS), now, now);
  const sum = { ...NO_DAY };
  for (const each of counts.values()) addDay(sum, each);
  return settings.shows === "share" ? shareMessage(healthyPercent(sum)) : durationMessage(sum);
}

const listSnitches = ({ caseId, snitchId, settings }: ShareRow) =>
  query<SnitchRow>(
    `SELECT id, status, deadline, checked_in_at AS "checkedInAt", created_at AS "createdAt", interval, schedule, timezone, grace,
       start_grace AS "startGrace", early, active
     FROM snitches WHERE case_id = $1 AND ($2::uuid IS NULL OR id = $2) AND ($3::text IS NULL OR tags @> ARRAY[$3])`,
    [caseId, snitchId, settings.tag],
  );
