import { FREE_IN_AN_HOUR } from "./allowance";
import type { Recorded } from "./recorder";

/** What a job hears: the same through every door. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

const HEADERS = {
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": "no-store",
  "Access-Control-Allow-Origin": "*",
};

const TEXTS = {
  recorded: "Got it, thanks!\n",
  unknown: "No snitch has this token. Copy the check-in URL again from the snitch's page.\n",
  limited:
    "Too many check-ins: after the first 10 in an hour, one a minute is accepted. This one was not recorded.\n",
};

const STATUSES = { recorded: 202, unknown: 404, limited: 429 };

export function answerTo(recorded: Recorded, now: Date): Answer {
  const { kind } = recorded;
  const headers = kind === "unknown" ? HEADERS : { ...HEADERS, ...rateHeaders(recorded, now) };
  return { status: STATUSES[kind], headers, body: TEXTS[kind] };
}

function rateHeaders({ kind, allowance }: Exclude<Recorded, { kind: "unknown" }>, now: Date) {
  const { remaining, resetAt } = allowance;
  const waitSeconds = Math.max(1, Math.ceil((resetAt.getTime() - now.getTime()) / 1000));
  return {
    "X-RateLimit-Limit": String(FREE_IN_AN_HOUR),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(Math.ceil(resetAt.getTime() / 1000)),
    ...(kind === "limited" && { "Retry-After": String(waitSeconds) }),
  };
}

/** For a request whose path has no token. */
export const NO_TOKEN: Answer = {
  status: 404,
  headers: HEADERS,
  body: "This address takes check-ins. Request it with the token of a snitch: /<token>\n",
};

/** For a browser that asks before a request from another origin. Nothing is recorded. */
export const PREFLIGHT: Answer = {
  status: 204,
  headers: {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
  },
  body: "",
};

/** For a fault of ours: the check-in is not recorded, and the job may try again. */
export const FAULT: Answer = {
  status: 503,
  headers: { ...HEADERS, "Retry-After": "5" },
  body: "The check-in could not be recorded. Try again in a few seconds.\n",
};
