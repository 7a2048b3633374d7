import type { IncomingMessage } from "node:http";
import { findMembership } from "@/lib/cases/members";
import { may, type Right } from "@/lib/cases/roles";
import type { SignedIn } from "@/lib/people/users/sessions";
import { isUuid } from "@/lib/rules/uuid";
import { signedInBy } from "./sign-in/session-of-request";

/** Without an account. The largest form that visitors need has a tenth of it. */
export const MAX_BODY_BYTES = 64 * 1024;

/** For signed-in people: the texts of a form, and what its page remembers. */
export const MAX_FORM_BYTES = 1024 ** 2;

/** For people who may import: a 20 MB file, plus what its form adds (`bodySizeLimit` in next.config.ts). */
export const MAX_FILE_BODY_BYTES = 21 * 1024 ** 2;

/** For people who may configure: a million characters. */
const MAX_CONFIGURATION_BODY_BYTES = 4 * 1024 ** 2;

/** The pages of a case that take files, the right that each needs, and the largest body of it. */
const PAGES_WITH_FILES: { path: RegExp; right: Right; maxBytes: number }[] = [
  {
    path: /^\/([^/?#]+)\/import\/[^/?#]+\/?(?:[?#]|$)/,
    right: "manage_snitches",
    maxBytes: MAX_FILE_BODY_BYTES,
  },
  {
    path: /^\/([^/?#]+)\/settings\/configuration\/?(?:[?#]|$)/,
    right: "change_settings",
    maxBytes: MAX_CONFIGURATION_BODY_BYTES,
  },
];

/**
 * Paths whose handlers read a body as it arrives, in constant memory and with limits of their own, which are documented:
 * check-ins of every protocol, the API, and events of mail and text message services.
 */
const READ_AS_THEY_ARRIVE = /^\/(?:(?:c|v1|v2|mcp)(?:\/|$)|(?:ping|p|heartbeats|opsgenie|api)\/[^/])/;

/** Check-ins wait for no other request, and neither do those who ask whether the process is healthy. */
const NEVER_WAITS =
  /^\/(?:c|ping|p|heartbeats|(?:opsgenie\/)?v2\/heartbeats\/[^/]+\/ping|v1\/check_in|api\/(?:push|\d+|monitors|v1\/(?:heartbeat|endpoints))|healthz|readyz)(?:\/|$)/;

/** next-auth itself has no limit. */
const OF_NEXT_AUTH = /^\/+api\/+auth(?:\/|$)/;

/** Might lead elsewhere than it begins. */
const HAS_DOT_SEGMENT = /(?:\/|%2f)(?:\.|%2e)/i;

/** Whether the body of a request is read by a handler with limits of its own. */
export function isReadAsItArrives({ url = "/" }: Pick<IncomingMessage, "url">): boolean {
  const [path = ""] = url.split(/[?#]/);
  return READ_AS_THEY_ARRIVE.test(path) && !HAS_DOT_SEGMENT.test(path) && !OF_NEXT_AUTH.test(decoded(path));
}

/** Whether a request waits for its turn, behind others from its network. */
export function takesTurns({ url = "/" }: Pick<IncomingMessage, "url">): boolean {
  const [path = ""] = url.split(/[?#]/);
  return !NEVER_WAITS.test(path) || HAS_DOT_SEGMENT.test(path);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The largest body that any client may send to this path. */
export const largestBodyAt = (url: string): number =>
  PAGES_WITH_FILES.find(({ path }) => path.test(url))?.maxBytes ?? MAX_FORM_BYTES;

/** The largest body that this client may send, by its session and rights, and whose session it is. */
export async function findLargestBody(
  request: Pick<IncomingMessage, "url" | "headers">,
): Promise<{ maxBytes: number; userId: string | null }> {
  const user = await signedInBy(request);
  if (!user) return { maxBytes: MAX_BODY_BYTES, userId: null };
  return { maxBytes: await largestBodyOf(user, request.url ?? "/"), userId: user.id };
}

async function largestBodyOf(user: SignedIn, url: string): Promise<number> {
  for (const { path, right, maxBytes } of PAGES_WITH_FILES) {
    const [, caseId] = path.exec(url) ?? [];
    const membership = isUuid(caseId) ? await findMembership(caseId, user) : null;
    if (membership && may(membership.role, right)) return maxBytes;
  }
  return MAX_FORM_BYTES;
}
