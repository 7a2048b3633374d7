import { expect, test } from "vitest";
import { isConnectionError } from "./db-errors";

const errorWith = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

test.each([
  [errorWith("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"), true],
  [Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), true],
  [errorWith("Connection terminated unexpectedly"), true],
  [errorWith("timeout exceeded when trying to connect"), true],
  [errorWith("Query read timeout"), true],
  [errorWith("Client has encountered a connection error and is not queryable"), true],
  [errorWith("terminating connection due to administrator command", "57P01"), true],
  [errorWith("the database system is starting up", "57P03"), true],
  [errorWith("could not extend file: No space left on device", "53100"), true],
  [errorWith("cannot execute UPDATE in a read-only transaction", "25006"), true],
  [errorWith("invalid byte sequence for encoding", "22021"), false],
  [errorWith("deadlock detected", "40P01"), false],
  [errorWith("password authentication failed", "28P01"), true],
  [errorWith('database "tattle" does not exist', "3D000"), true],
  [errorWith("certificate has expired", "CERT_HAS_EXPIRED"), true],
  [errorWith("self-signed certificate in certificate chain", "SELF_SIGNED_CERT_IN_CHAIN"), true],
  [errorWith("unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"), true],
  [errorWith('permission denied for table "snitches"', "42501"), false],
  [new TypeError("x is not a function"), false],
  ["thrown text", false],
])("%s means that the database is unavailable: %s", (error, isUnavailable) => {
  expect(isConnectionError(error)).toBe(isUnavailable);
});
