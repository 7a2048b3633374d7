import type { NetworkError } from "@/lib/outbox/network-error";
import type { AddressEvent } from "@/lib/rules/notifications/address-mark";

/** A rendered email. */
export type EmailMessage = {
  /** The id of the email's row. It is sent along, so that a repeat can be recognized. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Missing in a batch that the version before saved. */
  headers?: Record<string, string>;
};

/** The provider's response to one message. `isFinal`: it will never accept this message. */
export type EmailResult =
  | { kind: "accepted"; text: string }
  | { kind: "rejected"; status: number | null; text: string; isFinal: boolean }
  | { kind: "network_error"; reason: NetworkError; text: string };

/** The result of sending a batch. */
export type SendResult =
  /** A result for each message, in order. */
  | { kind: "completed"; results: EmailResult[] }
  /** The provider may have accepted them or not. Only the same request with the same key can find out. */
  | { kind: "unknown"; result: EmailResult }
  /** The provider accepted none and asks to wait. */
  | { kind: "busy"; waitMs: number };

/** Sends messages. Provider failures are returned as results; only bugs throw. */
export type EmailProvider = {
  maxBatchSize: number;
  /** True if the provider recognizes a repeated batch by its key and content, so both must be saved. */
  usesIdempotencyKeys: boolean;
  /** Sends at most `maxBatchSize` messages. `key` is the idempotency key of the batch. */
  send: (key: string, messages: EmailMessage[]) => Promise<SendResult>;
};

/** What became of an email after the provider accepted it. */
export type ReportedEvent = AddressEvent & {
  /** In lower case. */
  address: string;
  /** Response of the mail server; empty if nothing. */
  reason: string;
  /** The provider's id of the email. */
  providerId: string;
};
