import type { ApiKey } from "@/lib/platform/generated/client";
import { Refusal } from "@/lib/platform/refusal";
import type { ApiKeyAccess } from "./api-key-form";

/** What an operation of the API needs of its key: to read the case, to find or make a snitch by its slug for its reports, or to change anything. */
export type KeyPermission = "read" | "report" | "change";

const PERMISSIONS: Record<ApiKeyAccess, KeyPermission[]> = {
  full: ["read", "report", "change"],
  read: ["read"],
  ping: ["report"],
};

const LIMITS: Record<ApiKeyAccess, string> = {
  full: "",
  read: "Your API key may only read. Use one with full access to change something.",
  ping: "Your API key may only send check-ins. Use one that may read, or one with full access.",
};

/** Refuses what the access of a key does not allow. The status is 401, because the specification’s table of errors has no 403. */
export function refuseWithout(permission: KeyPermission, { access }: Pick<ApiKey, "access">): void {
  if (!PERMISSIONS[access].includes(permission)) throw keyRefusal(LIMITS[access]);
}

/** Refuses to show a secret that can change something to a key that can’t. */
export function refuseSecrets(access: ApiKey["access"]): void {
  if (access !== "full")
    throw keyRefusal("Your API key may only read. Use one with full access to see secrets.");
}

export const keyRefusal = (message: string) => new Refusal("api_key_invalid", message);
