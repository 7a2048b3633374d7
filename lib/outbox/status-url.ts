import { isIP } from "node:net";
import { env } from "@/lib/platform/env";
import { signId } from "@/lib/platform/signed-id";

/** Ends of names that only machines nearby know (RFC 2606, RFC 6762, RFC 8375 and what ICANN has reserved). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|test|invalid|home\.arpa)$/;

/** What the token in the path is signed for. */
export const STATUS = "status";

/** Where a service says what became of a delivery. Null if it cannot reach us, because our own address is not a public name. */
export const statusUrl = (id: string, appUrl = env.APP_URL) =>
  isPublicName(new URL(appUrl).hostname) ? `${appUrl}/api/channels/status/${signId(id, STATUS)}` : null;

const isPublicName = (hostname: string) =>
  hostname.includes(".") && !hostname.startsWith("[") && isIP(hostname) === 0 && !PRIVATE_NAME.test(hostname);
