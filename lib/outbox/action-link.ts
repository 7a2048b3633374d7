import { env } from "@/lib/platform/env";
import { readSignedPair, signPair } from "@/lib/platform/signed-id";
import { DAY_MS } from "@/lib/rules/durations";

const PERSON = "a person answers an incident";
const PERSON_DAYS = 7;
const CHANNEL = "whoever reads a channel answers an incident";
const CHANNEL_DAYS = 1;

/** The kind of channel whose readers act by a link, where the case lets them (`channel_links`): its buttons have no other way. */
export const LINK_KIND = "ntfy";

const makeLink = (ids: [string, string], sentAt: Date, days: number, purpose: string) =>
  `${env.APP_URL}/i/${signPair(ids, new Date(sentAt.getTime() + days * DAY_MS), purpose)}`;

/** The link by which this member of its case acts on an incident without a sign-in. The same in each attempt to send a message. */
export const personLink = (incidentId: string, userId: string, sentAt: Date): string =>
  makeLink([incidentId, userId], sentAt, PERSON_DAYS, PERSON);

/** The link by which everyone who reads the channel acts on an incident. */
export const channelLink = (incidentId: string, channelId: string, sentAt: Date): string =>
  makeLink([incidentId, channelId], sentAt, CHANNEL_DAYS, CHANNEL);

export type ActionLink = { incidentId: string } & (
  | { userId: string; channelId?: undefined }
  | { channelId: string; userId?: undefined }
);

/** To whom or where a link was sent, and about what. Null if we did not make it, and once it has expired. */
export function readActionToken(token: string, now: Date): ActionLink | null {
  const person = readSignedPair(token, PERSON, now);
  if (person) return { incidentId: person[0], userId: person[1] };
  const channel = readSignedPair(token, CHANNEL, now);
  return channel && { incidentId: channel[0], channelId: channel[1] };
}
