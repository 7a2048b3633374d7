import type { Unreached } from "@/lib/outbox/network-error";

export type Mail = {
  /** Travels with the mail, so that a repeat can be dropped. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
};

/** What the other side said to one mail. `final`: it will not take this one, however often it is asked. */
export type MailAnswer =
  | { kind: "accepted"; text: string }
  | { kind: "rejected"; status: number | null; text: string; final: boolean }
  | { kind: "unreached"; reason: Unreached; text: string };

/** What came of handing over some mails in one go. */
export type Handed =
  /** Something is known of each, in their order. */
  | { kind: "answered"; answers: MailAnswer[] }
  /** It may have them or not: the same again, under the same key, is the only way to ask. */
  | { kind: "unknown"; answer: MailAnswer }
  /** It took none, and asks us to come back later. */
  | { kind: "busy"; waitMs: number };

/** Whom mails are handed to. What it does wrong is an answer; only our own faults throw. */
export type Provider = {
  mostAtOnce: number;
  /** Whether it knows a repeat by the key and the content of the whole hand-over, so that both have to be kept. */
  knowsByKey: boolean;
  hand: (key: string, mails: Mail[]) => Promise<Handed>;
};
