import { sendsRealEmail } from "./provider";

/** Why a captured email has reached no one, as the end of a sentence. */
export const describeCapture = (isSetUpNow = sendsRealEmail()): string =>
  `kept in the outbox, not sent: no mail server ${isSetUpNow ? "was" : "is"} set up`;
