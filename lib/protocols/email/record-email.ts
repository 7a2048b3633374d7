import { recordCheckIn } from "@/lib/check-ins/batcher";
import { KeptBytes } from "@/lib/http/kept-bytes";
import { type CompressedOutput, compressOutput } from "@/lib/outputs/compress";
import { log } from "@/lib/platform/log";
import { MAX_MESSAGE_CHARACTERS } from "@/lib/rules/parse-report";
import { truncate } from "@/lib/rules/report";
import { NO_FACTS } from "@/lib/rules/runs/run";
import type { EmailResult } from "./answer";
import { checkInId } from "./check-in-id";
import type { Recipient } from "./find-recipient";
import { EMAIL_METHOD, type Meaning, meaningOf, needsBody } from "./meaning";
import { type EmailMessage, readMessage } from "./read-message";

/** An e-mail as it arrived. */
export type ReceivedEmail = {
  /** The message, or its beginning. */
  source: Buffer;
  /** Whether it is longer than `source`. */
  isCut: boolean;
  /** Who sent it, as SMTP has it. Empty for bounces. */
  sender: string;
  /** The IP address of the client. */
  address: string;
};

/** A recipient, and the address by which the e-mail names it. */
export type Addressee = { address: string; recipient: Recipient };

const MAX_SENDER_CHARACTERS = 255;

/**
 * Records an e-mail for each of its addressees, and returns what became of it, in the same order. Resolves once all is committed,
 * or in the journal. Recording it again, as senders do that got no answer, has no effect.
 */
export async function recordEmail(
  email: ReceivedEmail,
  addressees: Addressee[],
  at: Date,
): Promise<EmailResult[]> {
  const read = await readMessage(email.source);
  const message = { ...read, isReply: read.isReply || email.sender === "" };
  const output = await outputOf(message.text);
  return Promise.all(
    addressees.map(({ recipient, address }) => {
      if (email.isCut && needsBody(recipient) && !message.isReply) return "too_large";
      const meaning = meaningOf(message, recipient);
      if (meaning === "ignored") return "ignored";
      const id = message.identity && checkInId(message.identity, address);
      return record(email, { id, message, output, recipient, meaning }, at);
    }),
  );
}

type Understood = {
  /** Null if nothing tells the e-mail from others: then each one counts. */
  id: string | null;
  message: EmailMessage;
  output: CompressedOutput | null;
  recipient: Recipient;
  meaning: Exclude<Meaning, "ignored">;
};

async function record(
  { sender, address }: ReceivedEmail,
  { id, message, output, recipient, meaning }: Understood,
  at: Date,
): Promise<EmailResult> {
  const { token } = recipient;
  const { kind, exitStatus } = meaning;
  // Without a text and without a word in the address there is nothing that a run would have to keep.
  const isPlain = kind === "finish" && recipient.signal === null && !output;
  const text = kind === "log" ? `${message.subject}\n${message.text}`.trim() : message.subject;
  try {
    const result = await recordCheckIn({
      ...(id !== null && { id, mayRepeat: true as const }),
      token,
      at,
      exitStatus,
      message: truncate(text, MAX_MESSAGE_CHARACTERS),
      method: EMAIL_METHOD,
      address,
      userAgent: truncate(sender, MAX_SENDER_CHARACTERS),
      ...(!isPlain && { signal: { ...NO_FACTS, kind, rid: null, isInPath: true } }),
      ...(output && kind === "finish" && { output }),
    });
    return result.kind;
  } catch (error) {
    log.error({ err: error, token }, "an e-mail was not recorded");
    return "lost";
  }
}

async function outputOf(text: string): Promise<CompressedOutput | null> {
  const kept = new KeptBytes();
  kept.add(Buffer.from(text));
  return compressOutput(kept.toBody());
}
