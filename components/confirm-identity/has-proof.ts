import type { Proofs } from "@/lib/people/second-factors/confirm";

/** Whether there is any way for the person to show who they are without signing out. */
export const hasProof = ({ password, code, passkey, issuer }: Proofs): boolean =>
  password || code || passkey !== null || issuer !== null;

/** What those can do who have none. */
export const NO_PROOF =
  "You have no password and no passkey. Sign out, sign in again, and come back within 15 minutes.";
