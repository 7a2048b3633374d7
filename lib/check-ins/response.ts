import type { Recorded } from "./check-in";
import { type Allowance, FREE_IN_AN_HOUR } from "./rate-limit";

/** What a job hears: the same through every door. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

const HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
};

/** Where nothing is counted nothing is used up. */
const UNCOUNTED = {
  ...HEADERS,
  "X-RateLimit-Limit": String(FREE_IN_AN_HOUR),
  "X-RateLimit-Remaining": String(FREE_IN_AN_HOUR),
  "X-RateLimit-Reset": "0",
};

const RECORDED = "Got it, thanks!\n";
const LIMITED =
  "Too many check-ins: after the first 10 in an hour, one a minute is accepted. This one was not recorded.\n";

/** For a fault of ours: the check-in is not recorded, and the job may try again. The log knows why, by the same id. */
export const answerFault = (id: string): Answer => ({
  status: 503,
  headers: { ...UNCOUNTED, "X-Request-Id": id, "Retry-After": "5" },
  body: "The check-in could not be recorded. Try again in a few seconds.\n",
});

/** For a request whose path has no token. */
export const NO_TOKEN: Answer = {
  status: 404,
  headers: UNCOUNTED,
  body: "This address takes check-ins. Request it with the token of a snitch: /<token>\n",
};

const UNKNOWN: Answer = {
  status: 404,
  headers: UNCOUNTED,
  body: "No snitch has this token. Copy the check-in URL again from the snitch's page.\n",
};

/** For a browser that asks before a request from another origin. Nothing is recorded. */
export const PREFLIGHT: Answer = {
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

/** What a job hears that checked in under this id, which is that of the check-in's row, too. */
export function answerTo(recorded: Recorded, id: string, now: Date): Answer {
  switch (recorded.kind) {
    case "recorded":
      return { status: 202, headers: rateHeaders(recorded.allowance, id), body: RECORDED };
    case "limited":
      return { status: 429, headers: limitedHeaders(recorded.allowance, id, now), body: LIMITED };
    case "unknown":
      return UNKNOWN;
    case "lost":
      return answerFault(id);
  }
}

/** Spelt out, and not spread: this is every answer of the busiest door. */
const rateHeaders = ({ remaining, resetAt }: Allowance, id: string) => ({
  "Content-Type": HEADERS["Content-Type"],
  "Cache-Control": HEADERS["Cache-Control"],
  "Access-Control-Allow-Origin": HEADERS["Access-Control-Allow-Origin"],
  "Access-Control-Expose-Headers": HEADERS["Access-Control-Expose-Headers"],
  "X-RateLimit-Limit": String(FREE_IN_AN_HOUR),
  "X-RateLimit-Remaining": String(remaining),
  "X-RateLimit-Reset": String(Math.ceil(resetAt.getTime() / 1000)),
  "X-Request-Id": id,
});

const limitedHeaders = (allowance: Allowance, id: string, now: Date) => ({
  ...rateHeaders(allowance, id),
  "Retry-After": String(Math.max(1, Math.ceil((allowance.resetAt.getTime() - now.getTime()) / 1000))),
});
