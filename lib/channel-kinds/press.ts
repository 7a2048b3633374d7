/** What a button below a message does. */
export type ButtonAnswer = "acknowledge" | "snooze_hour";

/** That somebody pressed a button below a message in a chat. */
export type Press = {
  /** As the service names it: a repeat has the same. */
  id: string;
  incidentId: string;
  answer: ButtonAnswer;
  /** What the person calls themselves there, which nobody has verified. */
  name: string;
};
