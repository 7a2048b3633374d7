import type { Actor } from "@/lib/audit/actor";
import { recordEvents } from "@/lib/audit/record";
import { type Sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { invalid, notFound } from "@/lib/platform/refusal";
import { publishPageChange } from "../announce";
import { queueUpdate } from "../subscribers/send";
import { checkAffected } from "./check";
import { type NewUpdate, stateProblems, type UpdateChanges } from "./input";
import type { NoticeState } from "./states";
import { findNotice, lockCaseForNotices, type Notice } from "./store";

const MAX_UPDATES = 200;

type StoredUpdate = { state: NoticeState | null; text: string; at: Date; notify: boolean };

/** Stores an update, in the transaction that has locked the case. */
export async function insertUpdate(
  sql: Sql,
  noticeId: string,
  update: StoredUpdate,
  by: Actor,
): Promise<void> {
  const { state, text, at, notify } = update;
  const id = newId();
  await sql(
    "INSERT INTO notice_updates (id, at, state, text, written_by, notice_id) VALUES ($1, $2, $3, $4, $5, $6)",
    [id, at, state, text, by.name, noticeId],
  );
  if (notify) await queueUpdate(sql, noticeId, id);
}

/** Adds an update to a notice of the case, also to one that has ended. */
export async function addUpdate(
  caseId: string,
  noticeId: string,
  input: NewUpdate,
  now: Date,
  by: Actor,
): Promise<void> {
  await inNotice(caseId, noticeId, now, async (sql, notice) => {
    await continueNotice(sql, caseId, notice, input, now, by);
  });
}

/** `addUpdate` in a transaction that has locked the case. Call `publishPageChange` after it. */
export async function continueNotice(
  sql: Sql,
  caseId: string,
  notice: Notice,
  { state = null, text, at, affected, notify }: NewUpdate,
  now: Date,
  by: Actor,
): Promise<void> {
  if (notice.updates.length >= MAX_UPDATES)
    throw invalid([{ attribute: "text", message: `can’t be added: the notice has ${MAX_UPDATES} updates` }]);
  refuseWrong(notice, { state, at }, now);
  if (affected) {
    const pageIds = notice.pages.map(({ id }) => id);
    await checkAffected(sql, pageIds, affected);
    await sql("UPDATE notices SET affected = $2 WHERE id = $1", [notice.id, JSON.stringify(affected)]);
  }
  await insertUpdate(sql, notice.id, { state, text, at: at ?? now, notify }, by);
  await record(sql, caseId, notice, now, by, { ...(state && { state }), notify: notify ? "yes" : "no" });
}

/** Changes an update. Nobody is notified. */
export async function changeUpdate(
  caseId: string,
  { noticeId, updateId }: UpdateIds,
  changes: UpdateChanges,
  now: Date,
  by: Actor,
): Promise<void> {
  await inNotice(caseId, noticeId, now, async (sql, notice) => {
    const before = findUpdate(notice, updateId);
    refuseWrong(notice, changes, now);
    const { state = before.state, text = before.text } = changes;
    await sql("UPDATE notice_updates SET state = $2, text = $3, at = $4 WHERE id = $1", [
      before.id,
      state,
      text,
      changes.at ?? before.at,
    ]);
    await record(sql, caseId, notice, now, by, { update: "changed" });
  });
}

/** Deletes an update. Without the one that says that it has ended, a notice is open again. */
export async function removeUpdate(caseId: string, { noticeId, updateId }: UpdateIds, now: Date, by: Actor) {
  await inNotice(caseId, noticeId, now, async (sql, notice) => {
    const { id } = findUpdate(notice, updateId);
    if (notice.updates.length === 1)
      throw invalid([{ attribute: "update", message: "is the only one: delete the notice" }]);
    await sql("DELETE FROM notice_updates WHERE id = $1", [id]);
    await record(sql, caseId, notice, now, by, { update: "deleted" });
  });
}

export type UpdateIds = { noticeId: string; updateId: string };

/** Does the work in a transaction in which nobody else changes the notice, and announces it. */
export async function inNotice(
  caseId: string,
  noticeId: string,
  now: Date,
  work: (sql: Sql, notice: Notice) => Promise<void>,
): Promise<void> {
  await transaction(async (sql) => {
    await lockCaseForNotices(sql, caseId);
    await work(sql, await findNotice(caseId, noticeId, now, sql));
  });
  publishPageChange(caseId);
}

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

const record = (
  sql: Sql,
  caseId: string,
  { id, title }: Notice,
  at: Date,
  by: Actor,
  facts: Record<string, string>,
) => recordEvents(sql, caseId, by, [{ action: "notice.updated", resource: { id, name: title }, facts, at }]);
