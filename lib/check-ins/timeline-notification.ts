import type { Prisma } from "@/lib/platform/generated/client";

/** One attempt to send an e-mail or a delivery. */
export type NotificationAttempt = {
  at: Date;
  outcome: string;
  status: number | null;
  latencyMs: number;
  /** The beginning of the server's response. */
  response: string;
};

/** An e-mail or a delivery, and its attempts. */
export type Notification = {
  id: string;
  to: string;
  how: "mail" | "webhook";
  outcome: "sent" | "pending" | "gave_up";
  /** Every attempt, the latest first. */
  attempts: NotificationAttempt[];
};

/** Selects the attempts of an e-mail or a delivery. */
export const ATTEMPTS = {
  orderBy: { id: "desc" },
  select: { at: true, status: true, latencyMs: true, outcome: true, response: true },
} as const satisfies Prisma.AttemptFindManyArgs;

/** An e-mail or a delivery with its attempts. `doneAt`: when the receiver accepted it. */
type NotificationRow = {
  id: string;
  doneAt: Date | null;
  gaveUpAt: Date | null;
  history: NotificationAttempt[];
};

export const notificationOf = (
  how: Notification["how"],
  to: string,
  { id, doneAt, gaveUpAt, history }: NotificationRow,
): Notification => ({
  id,
  to,
  how,
  outcome: doneAt ? "sent" : gaveUpAt ? "gave_up" : "pending",
  attempts: history,
});
