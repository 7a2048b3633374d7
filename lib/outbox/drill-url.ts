import { env } from "@/lib/platform/env";
import { signId } from "@/lib/platform/signed-id";

/** The page on which people confirm that a message of a fire drill has reached them. `id`: of the delivery or the email. */
export const drillUrl = (id: string) => `${env.APP_URL}/drills/${signId(id)}`;
