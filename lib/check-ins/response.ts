import type { TextResponse } from "@/lib/http/text-response";
import type { CheckInResult } from "@/lib/rules/reports/check-in";
import { HOURLY_BURST, type RateDecision } from "@/lib/rules/reports/rate-limit";
import { limitSentence } from "./limit-sentence";

const HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
};

/** Headers of responses that don't count toward the rate limit. */
const UNCOUNTED = {
  ...HEADERS,
  "X-RateLimit-Limit": String(HOURLY_BURST),
  "X-RateLimit-Remaining": String(HOURLY_BURST),
  "X-RateLimit-Reset": "0",
};

const RECORDED = "Got it, thanks!\n";

/** An internal error prevented recording. The log has the cause under the same ID. */
export const unavailable = (id: string): TextResponse => ({
  status: 503,
  headers: { ...UNCOUNTED, "X-Request-Id": id, "Retry-After": "5" },
  body: "The check-in could not be recorded. Try again in a few seconds.\n",
});

/** The request's path has no token. */
export const NO_TOKEN: TextResponse = {
  status: 404,
  headers: UNCOUNTED,
  body: "This address accepts check-ins. Request it with a snitch's token: /<token>\n",
};

const UNKNOWN: TextResponse = {
  status: 404,
  headers: UNCOUNTED,
  body: "No snitch has this token. Copy the check-in URL again from the snitch's page.\n",
};

/** Responds to a browser's CORS preflight. Nothing is recorded. */
export const PREFLIGHT: TextResponse = {
  status: 204,
  headers: {
    "X-RateLimit-Limit": UNCOUNTED["X-RateLimit-Limit"],
    "X-RateLimit-Remaining": UNCOUNTED["X-RateLimit-Remaining"],
    "X-RateLimit-Reset": UNCOUNTED["X-RateLimit-Reset"],
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
  },
  body: "",
};

/** The response for a result. `id` is the id of the check-in and of its row. */
export function responseFor(result: CheckInResult, id: string, now: Date): TextResponse {
  switch (result.kind) {
    case "recorded":
      return { status: 202, headers: rateHeaders(result.decision, id, now), body: RECORDED };
    case "limited":
      return {
        status: 429,
        headers: limitedHeaders(result.decision, id, now),
        body: `${limitSentence(result.decision)}\n`,
      };
    case "unknown":
      return UNKNOWN;
    case "refused":
      return { status: result.status, headers: UNCOUNTED, body: `${result.sentence}\n` };
    case "lost":
      return unavailable(id);
  }
}

// Written out instead of spread: almost every response of the busiest server has these.
const rateHeaders = ({ remaining, resetAt }: RateDecision, id: string, now: Date) => ({
  "Content-Type": HEADERS["Content-Type"],
  "Cache-Control": HEADERS["Cache-Control"],
  "Access-Control-Allow-Origin": HEADERS["Access-Control-Allow-Origin"],
  "Access-Control-Expose-Headers": HEADERS["Access-Control-Expose-Headers"],
  "X-RateLimit-Limit": String(HOURLY_BURST),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": secondsUntil(resetAt, now),
  "X-Request-Id": id,
});

/** At least 1, because a clock or a request can be late. */
const secondsUntil = (time: Date, now: Date) =>
  String(Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000)));

const limitedHeaders = (decision: RateDecision, id: string, now: Date) => ({
  ...rateHeaders(decision, id, now),
  "Retry-After": secondsUntil(decision.resetAt, now),
});
