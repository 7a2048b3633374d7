import { expect, test } from "vitest";
import { isConnectionError } from "./db-errors";

const fault = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

test.each([
  [fault("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"), true],
  [Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), true],
  [fault("Connection terminated unexpectedly"), true],
  [fault("timeout exceeded when trying to connect"), true],
  [fault("Query read timeout"), true],
  [fault("Client has encountered a connection error and is not queryable"), true],
  [fault("terminating connection due to administrator command", "57P01"), true],
  [fault("the database system is starting up", "57P03"), true],
  [fault("could not extend file: No space left on device", "53100"), true],
  [fault("cannot execute UPDATE in a read-only transaction", "25006"), true],
  [fault("invalid byte sequence for encoding", "22021"), false],
  [fault("deadlock detected", "40P01"), false],
  [fault("password authentication failed", "28P01"), true],
  [fault('database "tattle" does not exist', "3D000"), true],
  [fault("certificate has expired", "CERT_HAS_EXPIRED"), true],
  [fault("self-signed certificate in certificate chain", "SELF_SIGNED_CERT_IN_CHAIN"), true],
  [fault("unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"), true],
  [fault('permission denied for table "snitches"', "42501"), false],
  [new TypeError("x is not a function"), false],
  ["thrown text", false],
])("%s means that the database is away: %s", (thrown, away) => {
  expect(isConnectionError(thrown)).toBe(away);
});
