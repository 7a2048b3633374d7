import { readText } from "@/lib/api/body";
import { type Actor, actorOfKey } from "@/lib/audit/record";
import { findApiKey, scopeOf } from "@/lib/cases/api-key";
import { readClientAddress } from "@/lib/http/peer-address";
import { takeTurnOfAccount } from "@/lib/http/request-turn";
import type { Case } from "@/lib/platform/generated/client";
import { addLogContext } from "@/lib/platform/log";
import type { CallScope } from "./find-checks";
import { Rejection } from "./rejection";

const KEY_CHARACTERS = 32;

/** Without a valid key in the header, the body may have one. It is read for anyone. */
const MAX_STRANGER_BYTES = 64 * 1024;

/** Who sent a request, and what it says. */
export type Caller = {
  theCase: Case;
  apiKeyId: string;
  by: Actor;
  isReadOnly: boolean;
  callScope: CallScope;
  /** The members of the body; empty unless it is a POST. */
  input: Record<string, unknown>;
};

/**
 * Finds the case by the key in `X-Api-Key`, or in the `api_key` of a body. Rejects a missing or unknown key, one that may only
 * read unless `access` is `read`, and a body that isn't an object.
 */
export async function authorize(request: Request, access: "read" | "full", now: Date): Promise<Caller> {
  const address = readClientAddress(request.headers);
  const use = {
    permission: access === "full" ? ("change" as const) : ("read" as const),
    verb: request.method,
    address,
  };
  const inHeader = request.headers.get("x-api-key");
  const early = inHeader === null ? null : await findApiKey("healthchecks", inHeader, use, now);
  const input =
    request.method === "POST" ? await readInput(request, early ? undefined : MAX_STRANGER_BYTES) : {};
  const key = inHeader ?? input.api_key;
  if (typeof key !== "string" || key.length !== KEY_CHARACTERS) throw new Rejection(401, "missing api key");
  const caller = inHeader === null ? await findApiKey("healthchecks", key, use, now) : early;
  const isAllowed = caller && (caller.apiKey.access === "full" || caller.apiKey.access === access);
  if (!isAllowed) throw new Rejection(401, "wrong api key");
  const { theCase, accountId, apiKey } = caller;
  await takeTurnOfAccount(accountId);
  addLogContext({ case: theCase.id, apiKey: apiKey.id });
  const by = actorOfKey(apiKey, address);
  const callScope = { caseId: theCase.id, scope: scopeOf(caller) };
  return { theCase, apiKeyId: apiKey.id, by, isReadOnly: apiKey.access !== "full", callScope, input };
}

/** No body and `null` are an empty object: some clients send one where nothing is to be said. */
async function readInput(request: Request, maxBytes?: number): Promise<Record<string, unknown>> {
  const value = parsed(await readText(request, maxBytes).catch(asMalformed)) ?? {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Rejection(400, "json validation error: value is not an object");
}

function parsed(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    return asMalformed(error);
  }
}

function asMalformed(error: unknown): never {
  if (error instanceof SyntaxError) throw new Rejection(400, "could not parse request body");
  throw error;
}
