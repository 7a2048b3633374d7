import type { Socket } from "node:net";
import pg from "pg";
import type { CheckIn } from "@/lib/check-ins/check-in";
import { closeCheckInPools } from "@/lib/check-ins/connection";
import { record } from "@/lib/check-ins/record";
import { pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";

/** As two batches of the check-in server. */
const CONNECTIONS = 2;
const BATCHES = 800;
const WARM_UP = 100;

type Connection = pg.Connection & { stream: Socket; _send: (bytes: Buffer) => boolean };

/** What was sent on a connection: the bytes of each transaction, and how often it answers that it is ready again. */
type Transactions = { bytes: Buffer; answers: number }[];

const BEGIN = "Q";
const SYNC = "S";

/** Records what the check-in server sends to Postgres, by connection, while the work runs. */
async function recordSent(work: () => Promise<void>): Promise<Map<Connection, Transactions>> {
  const sent = new Map<Connection, Buffer[]>();
  const prototype = pg.Connection.prototype as unknown as Connection;
  const { _send: send } = prototype;
  prototype._send = function (this: Connection, bytes) {
    sent.set(this, [...(sent.get(this) ?? []), Buffer.from(bytes)]);
    return send.call(this, bytes);
  };
  await work().finally(() => {
    prototype._send = send;
  });
  return new Map([...sent].map(([connection, messages]) => [connection, splitTransactions(messages)]));
}

const typeOf = (message: Buffer) => String.fromCharCode(message[0] ?? 0);

/** A transaction begins and ends with a query; all other statements are prepared. */
function splitTransactions(messages: Buffer[]): Transactions {
  const transactions: Transactions = [];
  let open: Buffer[] = [];
  let answers = 0;
  for (const message of messages) {
    if (typeOf(message) === "P") throw new Error("A statement was not prepared before it was recorded.");
    open.push(message);
    if (typeOf(message) === BEGIN || typeOf(message) === SYNC) answers += 1;
    if (typeOf(message) !== BEGIN || open.length === 1) continue;
    transactions.push({ bytes: Buffer.concat(open), answers });
    [open, answers] = [[], 0];
  }
  return transactions;
}

/** Sends transactions one after another over their own connection. Nothing reads the rows in the answers. */
function replay({ stream }: Connection, transactions: Transactions): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let missing = 0;
    let rest: Buffer = Buffer.alloc(0);
    const sendNext = () => {
      const transaction = transactions[next++];
      if (!transaction) return resolve();
      missing = transaction.answers;
      stream.write(transaction.bytes);
    };
    stream.removeAllListeners("data").on("data", (chunk: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const type = typeOf(rest);
        if (type === "E")
          return reject(new Error(`Postgres refused a statement: ${rest.toString("latin1")}`));
        if (type === "Z") missing -= 1;
        rest = rest.subarray(rest.readUInt32BE(1) + 1);
      }
      if (missing === 0) sendNext();
    });
    sendNext();
  });
}

const aCheckIn = (token: string): CheckIn => ({
  id: newId(),
  token,
  at: new Date(),
  exitStatus: "",
  message: "m",
  method: "GET",
  address: "127.0.0.1",
  userAgent: "curl/8.5.0",
});

/**
 * How many check-ins a second Postgres alone records: the statements that the check-in server sends, with their values, in batches of
 * this size, over as many connections, sent again by a program that does nothing else. `tokens`: of healthy snitches.
 */
export async function measurePostgresAlone(tokens: string[], size: number): Promise<number> {
  const batches = Array.from({ length: WARM_UP + BATCHES }, (_, n) =>
    Array.from({ length: size }, (_, i) => aCheckIn(tokens[(n * size + i) % tokens.length] as string)),
  );
  const recordAll = async (from: number, to: number) => {
    let next = from;
    const recordNext = async () => {
      while (next < to) await record(batches[next++] ?? [], { replayed: false });
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, recordNext));
  };
  await recordAll(0, WARM_UP);
  const sent = await recordSent(() => recordAll(WARM_UP, batches.length));
  const ids = batches.flat().map(({ id }) => id);
  await pool.query("DELETE FROM check_ins WHERE id = ANY($1::uuid[])", [ids]);
  await pool.query("VACUUM snitches, check_ins");
  const startedAt = performance.now();
  await Promise.all([...sent].map(([connection, transactions]) => replay(connection, transactions)));
  const perSecond = (BATCHES * size * 1_000) / (performance.now() - startedAt);
  await pool.query("DELETE FROM check_ins WHERE id = ANY($1::uuid[])", [ids]);
  for (const { stream } of sent.keys()) stream.destroy();
  await closeCheckInPools();
  return perSecond;
}
