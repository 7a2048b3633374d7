import type { TextResponse } from "@/lib/http/text-response";
import type { Refusal } from "@/lib/platform/refusal";
import { type Texts, text } from "../respond";

const refuse: Texts["refuse"] = (status, sentence, headers) => text(status, `${sentence}\n`, headers);

/** Cronitor responds to everything with 200, even to an invalid key. Here the response names the mistake, so that it is found. */
export const TEXTS: Texts = {
  recorded: text(200, "OK"),
  unknown: refuse(404, "No snitch has this id. Copy the check-in URL again from the snitch’s page."),
  refuse,
};

export const WRONG_KEY = refuse(
  403,
  "No case has this key. Copy it from the case’s API Keys page: it must be a key for Cronitor.",
);

export const WRONG_STATE = refuse(400, "The state must be run, complete, fail, ok, logs or tick.");

export const WRONG_MONITOR = refuse(
  400,
  "The key of a monitor must have 1 to 255 letters, digits, “-”, “_” and “.”.",
);

/** The response if the plan, or the key's rate limit, is exceeded. */
export function refusal({ type, message }: Refusal): TextResponse {
  if (type !== "rate_limited") return refuse(403, message);
  return refuse(429, message, { "Retry-After": "60" });
}
