import { type Actor, recordEvents } from "@/lib/audit/record";
import { newId } from "@/lib/platform/new-id";
import { invalid, invalidAttribute, notFound } from "@/lib/platform/refusal";
import { queueUpdate } from "../subscribers/send";
import { checkAffected } from "./check";
import { type NewUpdate, stateProblems, type UpdateChanges } from "./input";
import type { NoticeState } from "./states";
import { findNotice, inNotices, type Notice, type Writing } from "./store";

const MAX_UPDATES = 200;

type StoredUpdate = { state: NoticeState | null; text: string; at: Date; notify: boolean };

/** Stores an update, and queues it for subscribers. */
export async function insertUpdate(
  { sql, by }: Writing,
  noticeId: string,
  { state, text, at, notify }: StoredUpdate,
): Promise<void> {
  const id = newId();
  await sql(
    "INSERT INTO notice_updates (id, at, state, text, written_by, notice_id) VALUES ($1, $2, $3, $4, $5, $6)",
    [id, at, state, text, by.name, noticeId],
  );
  if (notify) await queueUpdate(sql, noticeId, id);
}

/** Adds an update to a notice of the case, also to one that has ended. */
export const addUpdate = (caseId: string, noticeId: string, input: NewUpdate, now: Date, by: Actor) =>
  inNotice({ caseId, now, by }, noticeId, (writing, notice) => continueNotice(writing, notice, input));

/** `addUpdate` in a transaction. Call `publishPageChange` after it. */
export async function continueNotice(
  writing: Writing,
  notice: Notice,
  { state = null, text, at, affected, notify }: NewUpdate,
): Promise<void> {
  const { sql, now } = writing;
  if (notice.updates.length >= MAX_UPDATES)
    throw invalidAttribute("text", `can’t be added: the notice has ${MAX_UPDATES} updates`);
  refuseWrong(notice, { state, at }, now);
  if (affected) {
    const pageIds = notice.pages.map(({ id }) => id);
    await checkAffected(sql, pageIds, affected);
    await sql("UPDATE notices SET affected = $2 WHERE id = $1", [notice.id, JSON.stringify(affected)]);
  }
  await insertUpdate(writing, notice.id, { state, text, at: at ?? now, notify });
  await record(writing, notice, { ...(state && { state }), notify: notify ? "yes" : "no" });
}

export type UpdateIds = { noticeId: string; updateId: string };

/** Changes an update. No one is notified. */
export const changeUpdate = (
  caseId: string,
  { noticeId, updateId }: UpdateIds,
  changes: UpdateChanges,
  now: Date,
  by: Actor,
) =>
  inNotice({ caseId, now, by }, noticeId, async (writing, notice) => {
    const before = findUpdate(notice, updateId);
    refuseWrong(notice, changes, now);
    const { state = before.state, text = before.text } = changes;
    const values = [before.id, state, text, changes.at ?? before.at];
    await writing.sql("UPDATE notice_updates SET state = $2, text = $3, at = $4 WHERE id = $1", values);
    await record(writing, notice, { update: "changed" });
  });

/** Deletes an update. Without the one that says that it has ended, a notice is open again. */
export const removeUpdate = (caseId: string, { noticeId, updateId }: UpdateIds, now: Date, by: Actor) =>
  inNotice({ caseId, now, by }, noticeId, async (writing, notice) => {
    const { id } = findUpdate(notice, updateId);
    if (notice.updates.length === 1) throw invalidAttribute("update", "is the only one: delete the notice");
    await writing.sql("DELETE FROM notice_updates WHERE id = $1", [id]);
    await record(writing, notice, { update: "deleted" });
  });

/** The same for one notice, which the work gets. Refuses if there is none. */
export const inNotice = (
  writer: Omit<Writing, "sql">,
  noticeId: string,
  work: (writing: Writing, notice: Notice) => Promise<void>,
) =>
  inNotices(writer, async (writing) =>
    work(writing, await findNotice(writer.caseId, noticeId, writer.now, writing.sql)),
  );

function findUpdate({ updates }: Notice, updateId: string) {
  const update = updates.find(({ id }) => id === updateId.toLowerCase());
  if (!update) throw notFound("update");
  return update;
}

type Stated = { state?: NoticeState | null; at?: Date | null };

function refuseWrong({ kind }: Notice, { state, at }: Stated, now: Date): void {
  const problems = stateProblems(kind, state);
  if (at && at > now) problems.push({ attribute: "at", message: "must not be in the future" });
  if (problems.length > 0) throw invalid(problems);
}

const record = ({ sql, caseId, now, by }: Writing, { id, title }: Notice, facts: Record<string, string>) =>
  recordEvents(sql, caseId, by, [
    { action: "notice.updated", resource: { id, name: title }, facts, at: now },
  ]);
