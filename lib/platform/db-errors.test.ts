import { expect, test } from "vitest";
import { isConnectionError } from "./db-errors";

const error = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

test.each([
  [error("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"), true],
  [Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), true],
  [error("Connection terminated unexpectedly"), true],
  [error("timeout exceeded when trying to connect"), true],
  [error("Query read timeout"), true],
  [error("Client has encountered a connection error and is not queryable"), true],
  [error("terminating connection due to administrator command", "57P01"), true],
  [error("the database system is starting up", "57P03"), true],
  [error("could not extend file: No space left on device", "53100"), true],
  [error("cannot execute UPDATE in a read-only transaction", "25006"), true],
  [error("invalid byte sequence for encoding", "22021"), false],
  [error("deadlock detected", "40P01"), false],
  [error("password authentication failed", "28P01"), true],
  [error('database "tattle" does not exist', "3D000"), true],
  [error("certificate has expired", "CERT_HAS_EXPIRED"), true],
  [error("self-signed certificate in certificate chain", "SELF_SIGNED_CERT_IN_CHAIN"), true],
  [error("unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"), true],
  [error('permission denied for table "snitches"', "42501"), false],
  [new TypeError("x is not a function"), false],
  ["thrown text", false],
])("%s means that the database is unavailable: %s", (thrown, isUnavailable) => {
  expect(isConnectionError(thrown)).toBe(isUnavailable);
});
