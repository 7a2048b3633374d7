import { DAY_MS } from "@/lib/rules/durations";
import type { NewNotice } from "./input";
import { noticeStateAt } from "./states";
import { listNotices, type Notice, type NoticeUpdate } from "./store";

/** What a page shows of a notice: nothing of its incidents, of who wrote it, or of components of other pages. */
export type PublicNotice = Pick<
  Notice,
  "id" | "kind" | "title" | "state" | "affected" | "summary" | "startsAt" | "endsAt" | "endedAt"
> & { updates: Omit<NoticeUpdate, "writtenBy">[] };

const SHOWN_DAYS = 90;
const MAX_SHOWN = 200;

/** The notices on a page, newest first: those that are open or to come, and those that ended in the last 90 days. */
export async function listPublicNotices(
  { id: pageId, caseId, components }: { id: string; caseId: string; components: { id: string }[] },
  now: Date,
): Promise<PublicNotice[]> {
  const since = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  const here = new Set(components.map(({ id }) => id));
  const notices = await listNotices(caseId, { pageId, limit: MAX_SHOWN }, now);
  return notices
    .filter(({ endedAt }) => !endedAt || endedAt > since)
    .map(({ id, kind, title, state, summary, startsAt, endsAt, endedAt, affected, updates }) => ({
      ...{ id, kind, title, state, summary, startsAt, endsAt, endedAt },
      affected: affected.filter(({ component }) => here.has(component)),
      updates: updates.flatMap(({ writtenBy: _, ...update }) => (update.at <= now ? update : [])),
    }));
}

/** A notice as a page would show it if it were added now. */
export function draftNotice(input: NewNotice, now: Date): PublicNotice {
  const { kind, title, state, text, affected, starts_at: startsAt, ends_at: endsAt } = input;
  const updates = [{ id: "draft", at: now, state: state ?? null, text }];
  const stated = noticeStateAt({ kind, updates, startsAt, endsAt }, now);
  return { id: "draft", kind, title, affected, summary: "", startsAt, endsAt, updates, ...stated };
}
