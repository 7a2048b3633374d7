/**
 * Why a path notifies no one: the channel is switched off, or has accepted nothing for a while; the mail server does not
 * accept emails to the address; its reader reported one as spam, left, or has not confirmed; its quiet hours leave hardly any time;
 * or no mail server is set up, so that emails are only captured.
 */
export const TROUBLES = [
  "off",
  "failing",
  "bounced",
  "complained",
  "left",
  "unconfirmed",
  "quiet",
  "captured",
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** A notification path: a way in which a case notifies people of its alerts. `name` is empty for all emails together. `trouble`: null if it works. */
export type NotificationPath = {
  kind: "webhook" | "channel" | "email";
  id: string;
  name: string;
  trouble: Trouble | null;
};

/** A member with less time than this in a week for emails below critical counts as quiet. */
export const MIN_OPEN_MINUTES_A_WEEK = 24 * 60;

/**
 * The notification paths of a case if none of them works; empty if one does, or if there is none at all. An installation without a mail
 * server says so elsewhere, so a case that has chosen no other path is not called unreachable.
 */
export function findUnreachable(paths: NotificationPath[]): NotificationPath[] {
  const works = paths.some(({ trouble }) => trouble === null);
  const isOnlyCaptured = paths.every(({ trouble }) => trouble === "captured");
  return works || isOnlyCaptured ? [] : paths;
}
