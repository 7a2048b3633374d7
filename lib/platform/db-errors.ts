/** Classes of Postgres error codes that mean: no transaction can succeed now, whatever it does. */
const UNAVAILABLE_CLASSES = [
  "08",
  // Authentication failed, for example after a password change. Check-ins must be kept until it is fixed.
  "28",
  "53",
  "57P",
  "58",
];
const UNAVAILABLE_CODES = [
  // The database does not exist.
  "3D000",
  // Read only: a replica that was the primary, or is about to become it.
  "25006",
  // A statement was cancelled, or waited too long for a lock.
  "57014",
  "55P03",
];

const NETWORK =
  /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|EHOSTDOWN$|ENETUNREACH$|ENETDOWN$|ENOTFOUND$|EAI_|EMFILE$|ENFILE$)/;
/** The server cannot prove that it is our database: its certificate has expired or was replaced. */
const CERTIFICATE = /CERT|ERR_TLS|UNABLE_TO_VERIFY/;
/** The client library's errors about lost or hanging connections have no code. */
const LOST_CONNECTION = /timeout|timed out|terminated|not queryable|connection error|closed/i;

/** Whether an error means that the database is unavailable, and not that the statement or its values are wrong. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string") return LOST_CONNECTION.test(error.message);
  return (
    NETWORK.test(code) ||
    CERTIFICATE.test(code) ||
    UNAVAILABLE_CODES.includes(code) ||
    UNAVAILABLE_CLASSES.some((prefix) => code.startsWith(prefix))
  );
}

/** Whether a transaction failed because of a concurrent one. It may succeed if it is repeated. */
export const isTransactionConflict = (error: unknown) =>
  error instanceof Error && /^40/.test((error as NodeJS.ErrnoException).code ?? "");

/** As pg says it, and as Prisma does of a transaction. */
const NO_CONNECTION =
  /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** Whether a statement or a transaction waited for a connection in vain: all are in use, or Postgres takes none. */
export const isWithoutConnection = (error: unknown) =>
  error instanceof Error && NO_CONNECTION.test(error.message);
