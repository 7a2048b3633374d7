import type { NetworkError } from "@/lib/outbox/network-error";

/** A rendered e-mail. */
export type EmailMessage = {
  /** The id of the e-mail's row. It is sent along, so that a repeat can be recognized. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
};

/** The provider's response to one message. `isFinal`: it will never accept this message. */
export type EmailResult =
  | { kind: "accepted"; text: string }
  | { kind: "rejected"; status: number | null; text: string; isFinal: boolean }
  | { kind: "unreached"; reason: NetworkError; text: string };

/** The result of sending a batch. */
export type SendResult =
  /** A result for each message, in order. */
  | { kind: "answered"; results: EmailResult[] }
  /** The provider may have accepted them or not: only the same request with the same key tells. */
  | { kind: "unknown"; result: EmailResult }
  /** The provider accepted none and asks to wait. */
  | { kind: "busy"; waitMs: number };

/** Sends messages. Failures of the provider are results; only faults of ours throw. */
export type EmailProvider = {
  maxAtOnce: number;
  /** Whether the provider recognizes a repeated batch by its key and content, so that both must be saved. */
  usesIdempotencyKeys: boolean;
  send: (key: string, messages: EmailMessage[]) => Promise<SendResult>;
};
