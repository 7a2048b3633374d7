/** A message to a channel about one incident. The state `waiting` includes a retry that is not due yet. */
export type QueuedMessage = {
  id: string;
  /** `opens`: says that something is wrong, or still is. `acknowledges`: says whether someone handles it. */
  does: "opens" | "acknowledges" | "ends";
  state: "waiting" | "sending" | "accepted" | "given_up";
  /** Whether it may have arrived: an attempt was made, whatever came of it. */
  isTried: boolean;
};

/** What to do with a message that is due. `supersedes`: earlier messages that it replaces, which are no longer sent. */
export type Turn =
  /** Send it. `isPast`: the receiver got no message about the beginning. */
  | { kind: "send"; supersedes: string[]; isPast: boolean }
  /** Another message about the incident is being sent, or has to arrive first. */
  | { kind: "wait" }
  /** Never send it: a later message says what counts, or the receiver got nothing about the incident. */
  | { kind: "skip"; supersedes: string[] };

const SKIP: Turn = { kind: "skip", supersedes: [] };

const canOvertake = ({ does }: QueuedMessage, isEdit: boolean) =>
  does === "ends" || (does === "opens" && !isEdit);

const isAlive = ({ state }: QueuedMessage) => state !== "given_up";

/**
 * What to do with the message `id`, given all messages of its channel about its incident. Whatever happens to messages on the
 * way, the receiver ends up with the incident open exactly if it is: one message is sent at a time, and none after a later one.
 * `isStateful`: the receiver keeps the incident as an object, which need not be ended if it was never opened.
 */
export function chooseTurn(id: string, messages: QueuedMessage[], isStateful: boolean): Turn {
  const queue = inOrder(messages);
  const place = queue.findIndex((message) => message.id === id);
  const self = queue[place];
  if (!self) throw new Error(`Message ${id} is not among those of its incident.`);
  if (queue.some((other) => other !== self && other.state === "sending")) return { kind: "wait" };
  // Another worker has settled it since it was taken up.
  if (self.state === "accepted" || self.state === "given_up") return SKIP;
  const earlier = queue.slice(0, place);
  // A chat has a new message for each that opens it, and an acknowledgement edits the first one.
  const isEdit = self.does === "acknowledges" && !isStateful;
  const isOvertaken = queue
    .slice(place + 1)
    .some((later) => isAlive(later) && self.does !== "ends" && canOvertake(later, isEdit));
  if (isOvertaken) return SKIP;
  const openings = earlier.filter(({ does }) => does === "opens");
  const waiting = earlier.filter(({ state }) => state === "waiting");
  if (self.does === "acknowledges") {
    if (openings.some(({ state }) => state === "waiting")) return { kind: "wait" };
    const supersedes = waiting.map((other) => other.id);
    return openings.some(({ state }) => state === "accepted")
      ? { kind: "send", supersedes, isPast: false }
      : SKIP;
  }
  const supersedes = waiting
    .filter(({ does }) => self.does === "ends" || does === "opens")
    .map((other) => other.id);
  const isPast = self.does === "ends" && !openings.some(({ isTried }) => isTried);
  return isPast && isStateful ? { kind: "skip", supersedes } : { kind: "send", supersedes, isPast };
}

/** The end is last, even if another process's clock gave it an earlier id. */
const inOrder = (messages: QueuedMessage[]) => {
  const isEnd = ({ does }: QueuedMessage) => Number(does === "ends");
  return messages.toSorted((one, other) => isEnd(one) - isEnd(other) || (one.id < other.id ? -1 : 1));
};
