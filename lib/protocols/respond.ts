import type { CheckInRequest } from "@/lib/check-ins/handle";
import { limitSentence } from "@/lib/check-ins/limit-sentence";
import type { TextResponse } from "@/lib/http/text-response";
import type { CheckInResult } from "@/lib/rules/reports/check-in";
import type { RateDecision } from "@/lib/rules/reports/rate-limit";

/**
 * Responds to one protocol's requests in its own terms. The path is without the query and not decoded. An adapter handles every
 * request it gets, even a malformed one, and throws only for our own faults.
 */
export type Adapter = (request: CheckInRequest, path: string, at: Date) => Promise<TextResponse>;

const COMMON = {
  "Cache-Control": "no-store",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Retry-After",
};

type Headers = Record<string, string>;

export const text = (status: number, body: string, headers: Headers = {}): TextResponse => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8", ...COMMON, ...headers },
  body,
});

export const json = (status: number, body: object, headers: Headers = {}): TextResponse => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8", ...COMMON, ...headers },
  body: JSON.stringify(body),
});

/** The methods of most protocols. HEAD checks in too: a client that sends it wants no body, not another meaning. */
export const METHODS = ["GET", "HEAD", "POST"];

/** Responds to a browser's CORS preflight. Nothing is recorded. */
export const preflight = (methods: readonly string[] = METHODS): TextResponse => ({
  status: 204,
  headers: {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": methods.join(", "),
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": "86400",
  },
  body: "",
});

/** A protocol's responses. */
export type Texts = {
  recorded: TextResponse;
  unknown: TextResponse;
  /** Any other refusal. */
  refuse: (status: number, sentence: string, headers?: Headers) => TextResponse;
};

/** The response to a method that a protocol does not have. */
export const notAllowed = ({ refuse }: Pick<Texts, "refuse">, methods: readonly string[] = METHODS) =>
  refuse(405, `This address takes ${methods.join(", ")}.`, { Allow: [...methods, "OPTIONS"].join(", ") });

/** The response to a request that could not be recorded because of an internal error. */
export const lost = ({ refuse }: Pick<Texts, "refuse">) =>
  refuse(503, "The check-in could not be recorded. Try again in a few seconds.", { "Retry-After": "5" });

/** A protocol's response for a result. */
export function respond(result: CheckInResult, at: Date, texts: Texts): TextResponse {
  switch (result.kind) {
    case "recorded":
      return texts.recorded;
    case "unknown":
      return texts.unknown;
    case "refused":
      return texts.refuse(result.status, result.sentence);
    case "limited":
      return texts.refuse(429, limitSentence(result.decision), {
        "Retry-After": secondsUntilReset(result.decision, at),
      });
    case "lost":
      return lost(texts);
  }
}

const secondsUntilReset = ({ resetAt }: RateDecision, at: Date) =>
  String(Math.max(1, Math.ceil((resetAt.getTime() - at.getTime()) / 1_000)));
