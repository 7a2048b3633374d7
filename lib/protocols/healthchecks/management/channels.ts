import { webPush } from "@/lib/channel-kinds/web-push";
import { db } from "@/lib/platform/db";
import type { CallScope } from "./find-checks";
import { Rejection } from "./rejection";

type Channel = { id: string; name: string; kind: string };

/** The kinds that have another name there. */
const KINDS: Record<string, string> = {
  teams: "msteamsw",
  google_chat: "googlechat",
  rocket_chat: "rocketchat",
  pagerduty: "pd",
  pushover: "po",
  splunk_on_call: "victorops",
  twilio: "sms",
};

/**
 * The channels of a case, oldest first, without its members' browsers: those belong to people. A narrowed key sees none:
 * channels belong to the whole case.
 */
export async function listChannels({ caseId, scope }: CallScope): Promise<Channel[]> {
  if (scope) return [];
  const channels = await db.channel.findMany({
    where: { caseId, kind: { not: webPush.kind } },
    orderBy: { id: "asc" },
    select: { id: true, name: true, kind: true },
  });
  return channels.map(({ id, name, kind }) => ({ id, name, kind: KINDS[kind] ?? kind }));
}

/**
 * The ids for a text of comma-separated ids and names. None for “*” and the empty text, which both leave it to
 * the case, which alerts all its channels.
 */
export function parseChannelIds(text: string, available: Channel[]): string[] {
  if (text === "" || text === "*") return [];
  return [...new Set(text.split(",").map((part) => parseChannelId(part, available)))];
}

function parseChannelId(part: string, available: Channel[]): string {
  if (part === "") throw new Rejection(400, "empty channel identifier");
  const [match, ...others] = available.filter(({ id, name }) => id === part || name === part);
  if (!match) throw new Rejection(400, `invalid channel identifier: ${part}`);
  if (others.length > 0) throw new Rejection(400, `non-unique channel identifier: ${part}`);
  return match.id;
}
