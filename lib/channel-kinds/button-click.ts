/** What a button below a message does. */
export type ButtonAction = "acknowledge" | "snooze_hour";

/** What to say in the chat. `isOpen`: whether the incident can still be acknowledged there. `isPrivate`: only to who clicked, because nothing was done. */
export type Reply = { text: string; isOpen: boolean; isPrivate: boolean };

/** That someone clicked a button below a message in a chat. */
export type ButtonClick = {
  /** As the service names it: a repeat has the same. */
  id: string;
  incidentId: string;
  answer: ButtonAction;
  /** What the person calls themselves there, which no one has verified. */
  name: string;
  /** The message with the button, as the service names it. */
  messageRef: string;
};

/** `03:12 UTC`. */
export const clockText = (at: Date) => `${at.toISOString().slice(11, 16)} UTC`;

/** What an acknowledged message says. */
export const acknowledgedText = (by: string | null, at: Date) =>
  `Acknowledged by ${by ?? "someone"}, ${clockText(at)}`;
