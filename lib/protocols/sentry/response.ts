import type { TextResponse } from "@/lib/http/text-response";
import type { Outcome } from "./report-check-in";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Sentry-Error, X-Sentry-Rate-Limits, Retry-After",
};

/** Responds to a browser's CORS preflight. */
export const PREFLIGHT: TextResponse = {
  status: 204,
  headers: {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers":
      "X-Sentry-Auth, X-Requested-With, Authorization, Content-Type, Content-Encoding",
    "Access-Control-Max-Age": "3600",
  },
  body: "",
};

export const json = (status: number, body: object, headers = {}): TextResponse => ({
  status,
  headers: {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    ...CORS,
    ...headers,
  },
  body: JSON.stringify(body),
});

/** An error in the form that Sentry gives it. */
export const refusal = (status: number, detail: string, headers = {}) => json(status, { detail }, headers);

export const NO_KEY = refusal(
  401,
  "The key is missing. Send it as the DSN has it: in the path, in X-Sentry-Auth, or as sentry_key.",
);

export const WRONG_KEY = refusal(
  403,
  "No case has this DSN. Copy it again from the case’s API keys: it may have been replaced.",
);

export const NOT_TAKEN = refusal(
  404,
  "This address takes nothing. Check-ins go to …/cron/<slug>/<key>/ or …/envelope/.",
);

export const NOT_ALLOWED = refusal(405, "This address takes GET and POST.", { Allow: "GET, POST, OPTIONS" });

export const LOST = refusal(503, "The check-in could not be recorded. Try again in a few seconds.", {
  "Retry-After": "5",
});

/**
 * A client of Sentry stops sending all data of the category that the header names. This one is none of theirs: with “monitor”,
 * the client would keep back the end of runs of other monitors, too, which then look stuck.
 */
const NO_CATEGORY = "tattle";

export const limited = (waitSeconds: number, detail: string) =>
  refusal(429, detail, {
    "Retry-After": String(waitSeconds),
    "X-Sentry-Rate-Limits": `${waitSeconds}:${NO_CATEGORY}:key`,
  });

/** The response to a check-in outside an envelope. */
export function responseFor(outcome: Outcome): TextResponse {
  switch (outcome.kind) {
    case "accepted":
      return { status: 202, headers: { ...acceptedHeaders(outcome.problem) }, body: "" };
    case "refused":
      return refusal(outcome.status, outcome.message);
    case "limited":
      return limited(outcome.waitSeconds, outcome.message);
    case "lost":
      return LOST;
  }
}

const acceptedHeaders = (problem: string | null) => ({
  "Content-Length": "0",
  "Cache-Control": "no-store",
  ...CORS,
  ...errorHeader(problem),
});

/** Says in a header what was wrong with a check-in that counts, without characters that headers cannot have. */
const errorHeader = (problem: string | null): Record<string, string> =>
  problem === null
    ? {}
    : {
        "X-Sentry-Error": problem
          .replace(/[“”]/g, '"')
          .replace(/’/g, "'")
          .replace(/[^\x20-\x7e]/g, "?"),
      };
