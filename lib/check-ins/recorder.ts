import { v7 as newId } from "uuid";
import { ringLater } from "@/lib/alerts/outbox";
import type { Owed } from "@/lib/alerts/raise";
import { type Written, writeDown } from "@/lib/alerts/write-down";
import { TERMS } from "@/lib/cases/plan";
import { type Sql, transaction } from "@/lib/db";
import { type Locked, lockSnitches } from "@/lib/snitches/change";
import { befall, type Happening, type Report } from "@/lib/snitches/status";
import { type Allowance, allow } from "./allowance";
import { isHealthy } from "./report";

/** A request to a check-in URL. */
export type CheckIn = Report & {
  token: string;
  at: Date;
  method: string;
  address: string;
  userAgent: string;
};

/** What became of a check-in. Only `recorded` ones count. */
export type Recorded =
  | { kind: "recorded"; allowance: Allowance }
  | { kind: "limited"; allowance: Allowance }
  | { kind: "unknown" };

type Waiting = { checkIn: CheckIn; resolve: (recorded: Recorded) => void; reject: (fault: unknown) => void };

const MOST_IN_A_BATCH = 500;
const MOST_BATCHES_AT_ONCE = 2;

let waiting: Waiting[] = [];
let batchesUnderWay = 0;
/** Snitches with a check-in in a batch under way: their next ones wait, so that order of arrival is kept. */
const busy = new Set<string>();

/**
 * Records that a job ran, and how. Resolves when that is committed, never before. Check-ins that arrive while
 * transactions are under way share the next one.
 */
export function recordCheckIn(checkIn: CheckIn): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    waiting.push({ checkIn, resolve, reject });
    startBatch();
  });
}

function startBatch(): void {
  if (batchesUnderWay >= MOST_BATCHES_AT_ONCE || waiting.length === 0) return;
  const batch: Waiting[] = [];
  const later: Waiting[] = [];
  for (const one of waiting) {
    const fits = batch.length < MOST_IN_A_BATCH && !busy.has(one.checkIn.token);
    (fits ? batch : later).push(one);
  }
  if (batch.length === 0) return;
  waiting = later;

  batchesUnderWay += 1;
  for (const { checkIn } of batch) busy.add(checkIn.token);
  record(batch.map(({ checkIn }) => checkIn))
    .then((answers) => {
      batch.forEach(({ resolve }, i) => {
        resolve(answers[i] ?? { kind: "unknown" });
      });
    })
    .catch((fault) => {
      for (const { reject } of batch) reject(fault);
    })
    .finally(() => {
      batchesUnderWay -= 1;
      for (const { checkIn } of batch) busy.delete(checkIn.token);
      startBatch();
    });
}

/** Records check-ins, in their order, in one transaction. */
async function record(checkIns: CheckIn[]): Promise<Recorded[]> {
  let owed: Owed | undefined;
  const answers = await transaction(async (sql) => {
    const tokens = [...new Set(checkIns.map(({ token }) => token))];
    const locked = await lockSnitches(sql, "s.token = ANY($1::text[])", [tokens]);
    const desks = new Map(
      locked.map((snitch): [string, Desk] => [
        snitch.token,
        { snitch, tales: [], pauses: [], changed: false },
      ]),
    );
    const heard = checkIns.map((checkIn) => hear(desks.get(checkIn.token), checkIn));

    await insertCheckIns(
      sql,
      heard.flatMap(({ row }) => row ?? []),
    );
    owed = await writeDown(
      sql,
      [...desks.values()].filter(({ changed }) => changed),
    );
    return heard.map(({ answer }) => answer);
  });
  if (owed) ringLater(owed);
  return answers;
}

type Row = CheckIn & { snitchId: string };
type Desk = Written & { changed: boolean };

/** Applies one check-in to its snitch, in place: the next check-in of the batch sees what this one left. */
function hear(desk: Desk | undefined, checkIn: CheckIn): { answer: Recorded; row?: Row } {
  if (!desk) return { answer: { kind: "unknown" } };
  const allowance = allow(desk.snitch, checkIn.at);
  if (!allowance.allowed) return { answer: { kind: "limited", allowance } };

  const { snitch, tales, pauses } = befall(desk.snitch, happeningOf(checkIn, desk.snitch));
  desk.snitch = { ...desk.snitch, ...snitch, ...allowance.counted };
  desk.tales.push(...tales);
  desk.pauses.push(...pauses);
  desk.changed = true;
  return { answer: { kind: "recorded", allowance }, row: { ...checkIn, snitchId: desk.snitch.id } };
}

/** On a plan without Error Notices an error report counts as a healthy check-in. */
function happeningOf({ at, exitStatus, message }: CheckIn, { plan }: Locked): Happening {
  const counts = isHealthy({ exitStatus, message }) || !TERMS[plan].errorNotices;
  return { kind: counts ? "checked_in" : "reported_error", at, exitStatus, message };
}

async function insertCheckIns(sql: Sql, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <Key extends keyof Row>(key: Key) => rows.map((row) => row[key]);
  await sql(
    `INSERT INTO check_ins (id, snitch_id, at, exit_status, message, method, address, user_agent)
     SELECT * FROM unnest(
       $1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
    [
      rows.map(() => newId()),
      column("snitchId"),
      column("at"),
      column("exitStatus"),
      column("message"),
      column("method"),
      column("address"),
      column("userAgent"),
    ],
  );
}
