import type { TextResponse } from "@/lib/http/text-response";
import { env } from "@/lib/platform/env";
import { MAX_MESSAGE_CHARACTERS } from "@/lib/rules/reports/parse-report";
import { type Texts, text } from "../respond";

/** Clients cut their output to this. The message is kept even if outputs are not. */
const bodyLimit = () => String(Math.max(env.OUTPUT_LIMIT, MAX_MESSAGE_CHARACTERS));

const headers = {
  "Cache-Control": "max-age=0, no-cache, no-store, must-revalidate, private",
  "Access-Control-Expose-Headers": "Ping-Body-Limit, Retry-After",
};

const line = (status: number, texts: string, more = {}): TextResponse =>
  text(status, texts, { ...headers, ...more });

const okLine = (status: number, texts: string) => line(status, texts, { "Ping-Body-Limit": bodyLimit() });

export const NOT_FOUND = line(404, "not found");
export const AMBIGUOUS_SLUG = line(409, "ambiguous slug");
export const INVALID_URL = line(400, "invalid url format");
export const INVALID_UUID = line(400, "invalid uuid format");

/** Healthchecks responds with a few words, without a line break. `isNew`: the ping created its check. */
export const responsesFor = (isNew: boolean): Texts => ({
  recorded: isNew ? okLine(201, "Created") : okLine(200, "OK"),
  unknown: NOT_FOUND,
  refuse: line,
});

export const TEXTS = responsesFor(false);
