import type { Actor } from "@/lib/audit/record";
import type { ApiKey } from "@/lib/platform/generated/client";
import { Refusal } from "@/lib/platform/refusal";
import { API_KEY_ACCESS, type ApiKeyAccess } from "./api-key-form";

/**
 * What an operation of the API needs of its key. `report`: to find or make a snitch by its slug; `acknowledge`: to acknowledge,
 * snooze and pause; `plan`: to ask what a change would do; `change`: everything else that changes something; `audit`: to read who
 * changed what.
 */
export const KEY_PERMISSIONS = ["read", "report", "acknowledge", "plan", "change", "audit"] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

const PERMISSIONS: Record<ApiKeyAccess, readonly KeyPermission[]> = {
  full: KEY_PERMISSIONS,
  read: ["read"],
  ping: ["report"],
  acknowledge: ["read", "acknowledge"],
  plan: ["read", "plan"],
};

export const isAllowed = (access: ApiKeyAccess, permission: KeyPermission) =>
  PERMISSIONS[access].includes(permission);

const LIMITS: Record<ApiKeyAccess, string> = {
  full: "",
  read: "Your API key may only read. Use one with full access to change something.",
  ping: "Your API key may only send check-ins. Use one that may read, or one with full access.",
  acknowledge:
    "Your API key may only read, acknowledge, snooze and pause. Use one with full access to change something else.",
  plan: "Your API key may only read and plan. Use one with full access to change something.",
};

/** Refuses what the access of a key does not allow. The status is 401, because the specification’s table of errors has no 403. */
export function refuseWithout(permission: KeyPermission, { access }: Pick<ApiKey, "access">): void {
  if (isAllowed(access, permission)) return;
  throw keyRefusal(
    permission === "audit"
      ? "Your API key may not read the audit log. Use one with full access."
      : LIMITS[access],
  );
}

/** Refuses the secret from before a rotation what would outlive it: anyone who stole it would have another one. */
export function refuseFormerSecret(by: Actor): void {
  if (by.kind === "api_key" && by.isFormerSecret)
    throw keyRefusal(
      "This is a previous secret of a rotated key: it can’t rotate, create or list keys. Use the new one.",
    );
}

export const keyRefusal = (message: string) => new Refusal("api_key_invalid", message);

/** The least that would have been enough for these uses. Null if the key has no more than that, or was not used. */
export function findEnough(access: ApiKeyAccess, uses: string[]): ApiKeyAccess | null {
  if (uses.length === 0) return null;
  const enough = API_KEY_ACCESS.filter(
    (each) => each !== access && PERMISSIONS[each].length < PERMISSIONS[access].length,
  ).filter((each) => uses.every((use) => PERMISSIONS[each].some((permission) => permission === use)));
  return enough.sort((one, other) => PERMISSIONS[one].length - PERMISSIONS[other].length)[0] ?? null;
}
