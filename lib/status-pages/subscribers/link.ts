import { env } from "@/lib/platform/env";
import { readSignedId, signId } from "@/lib/platform/signed-id";

/** It opens nothing else: neither the links of recipients nor of other subscribers. */
const PURPOSE = "page subscriber";

/** The page on which a subscriber confirms, chooses and ends a subscription. */
export const subscriptionUrl = (id: string) => `${env.APP_URL}/subscriptions/${signId(id, PURPOSE)}`;

/** Where mail programs unsubscribe with one click (RFC 8058). */
export const oneClickUrl = (id: string) => `${env.APP_URL}/unsubscribe/${signId(id, PURPOSE)}`;

/** The id of the subscriber whose link has this token. Null if we did not make it. */
export const subscriberIdIn = (token: string): string | null => readSignedId(token, PURPOSE);
