import { createHash } from "node:crypto";

/**
 * The id of an email's check-in for an address: the same whenever a mail server repeats the email. A UUID of
 * version 8.
 */
export function checkInId(identity: string, address: string): string {
  const hex = createHash("sha256").update(`${address}\n${identity}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
