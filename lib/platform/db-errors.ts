/** What Postgres says when it cannot take a transaction now, whatever is in it: by class and by code. */
const AWAY_CLASSES = [
  "08",
  // It does not let us in: somebody changed the password. What jobs say meanwhile must not be lost.
  "28",
  "53",
  "57P",
  "58",
];
const AWAY_CODES = [
  // There is no such database.
  "3D000",
  // Read only: a replica that is about to become the primary, or was it.
  "25006",
  // A statement was cancelled, or waited too long for a lock.
  "57014",
  "55P03",
];

const NETWORK =
  /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|EHOSTDOWN$|ENETUNREACH$|ENETDOWN$|ENOTFOUND$|EAI_|EMFILE$|ENFILE$)/;
/** Nobody can be sure that it is our database: its certificate has expired, or was changed. */
const DISTRUST = /CERT|ERR_TLS|UNABLE_TO_VERIFY/;
/** The client's own words for a connection that was lost, or that never answered, come without a code. */
const LOST = /timeout|timed out|terminated|not queryable|connection error|closed/i;

/** Whether a fault means that the database is away, and not that something is wrong with what it was given. */
export function isConnectionError(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const { code } = fault as NodeJS.ErrnoException;
  if (typeof code !== "string") return LOST.test(fault.message);
  return (
    NETWORK.test(code) ||
    DISTRUST.test(code) ||
    AWAY_CODES.includes(code) ||
    AWAY_CLASSES.some((known) => code.startsWith(known))
  );
}

/** Whether a fault came from meeting another transaction: the same again may well succeed. */
export const isTransactionConflict = (fault: unknown) =>
  fault instanceof Error && /^40/.test((fault as NodeJS.ErrnoException).code ?? "");
