import { recordCheckIn } from "@/lib/check-ins/batcher";
import { BodyParts } from "@/lib/http/body-parts";
import { log } from "@/lib/platform/log";
import type { CompressedOutput } from "@/lib/rules/reports/check-in";
import { truncate } from "@/lib/rules/reports/report";
import { compressOutput } from "@/lib/runs/outputs/compress";
import { checkInId } from "./check-in-id";
import { mayNeedBody, toCheckIn } from "./check-in-of";
import type { Recipient } from "./find-recipient";
import { readMessage } from "./read-message";
import type { EmailResult } from "./smtp-response";

/** An email as it arrived. */
export type ReceivedEmail = {
  /** The message, or its beginning. */
  source: Buffer;
  /** Whether it is longer than `source`. */
  isCut: boolean;
  /** The SMTP sender. Empty for bounces. */
  sender: string;
  /** The IP address of the client. */
  address: string;
};

/** A recipient, and its address in the email. */
export type Addressee = { address: string; recipient: Recipient };

const MAX_SENDER_CHARACTERS = 255;

/**
 * Records an email for each of its recipients, and returns the results, in the same order. Resolves once all is committed,
 * or in the journal. Recording it again, as senders without a reply do, has no effect.
 */
export async function recordEmail(
  email: ReceivedEmail,
  addressees: Addressee[],
  at: Date,
): Promise<EmailResult[]> {
  const read = await readMessage(email.source);
  const message = { ...read, isReply: read.isReply || email.sender === "" };
  const output = await compressText(message.text);
  const client = {
    address: email.address,
    userAgent: truncate(email.sender, MAX_SENDER_CHARACTERS),
  };
  return Promise.all(
    addressees.map(async ({ recipient, address }) => {
      if (email.isCut && mayNeedBody(recipient) && !message.isReply)
        return recipient.filters === "unknown" ? "lost" : "too_large";
      // Without an identity a repeat isn't recognized: then each email counts.
      const id = message.identity && checkInId(message.identity, address);
      const result = await record({
        ...(id !== null && { id, mayRepeat: true }),
        token: recipient.token,
        at,
        ...client,
        ...toCheckIn(message, recipient, output),
      });
      return message.isReply && result !== "lost" ? "ignored" : result;
    }),
  );
}

async function record(checkIn: Parameters<typeof recordCheckIn>[0]): Promise<EmailResult> {
  try {
    const { kind } = await recordCheckIn(checkIn);
    if (kind === "refused") throw new Error("An email was refused.");
    return kind;
  } catch (error) {
    log.error({ err: error, token: checkIn.token }, "an email was not recorded");
    return "lost";
  }
}

async function compressText(text: string): Promise<CompressedOutput | null> {
  const buffer = new BodyParts();
  buffer.add(Buffer.from(text));
  return compressOutput(buffer.toBody());
}
