import { findMembership } from "@/lib/cases/members";
import { isDraining } from "@/lib/http/drain";
import { findSignedIn, type Session } from "@/lib/people/users/sessions";
import { log } from "@/lib/platform/log";
import { subscribeToCase } from "@/lib/platform/subscribe-to-case";
import { MINUTE_MS } from "@/lib/rules/durations";

const HEARTBEAT_MS = 25_000;
/** After this long the browser has to reconnect, which checks its session again. */
const LIFETIME_MS = 10 * MINUTE_MS;
/** More tabs than a person looks at. Pages without a stream refresh every few seconds. */
const MAX_STREAMS_OF_USER = 20;

const encoder = new TextEncoder();

/** Closes the open streams when the process is asked to end, which would wait for them otherwise. */
const openStreams = new Set<() => void>();
process.once("SIGTERM", () => {
  for (const close of openStreams) close();
});

const streamsOfUser = new Map<string, number>();

function changeStreamCount(userId: string, by: 1 | -1): void {
  const count = (streamsOfUser.get(userId) ?? 0) + by;
  if (count > 0) streamsOfUser.set(userId, count);
  else streamsOfUser.delete(userId);
}

type Subscriber = { caseId: string; session: Session };

async function maySubscribe({ caseId, session }: Subscriber): Promise<boolean> {
  const user = await findSignedIn(session, new Date());
  return user !== null && (await findMembership(caseId, user)) !== null;
}

/**
 * A stream of server-sent events, one for each change in the case. Every heartbeat checks the session and the membership
 * again and closes the stream if either has ended. Null if the user has too many streams open.
 */
export function streamChanges(
  subscriber: Subscriber,
  signal: AbortSignal,
  heartbeatMs = HEARTBEAT_MS,
): ReadableStream<Uint8Array> | null {
  const { userId } = subscriber.session;
  if ((streamsOfUser.get(userId) ?? 0) >= MAX_STREAMS_OF_USER) return null;
  let cleanUp = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const close = () => {
        cleanUp();
        controller.close();
      };
      const sendHeartbeat = async () => {
        // An unavailable database is not a reason to close the stream.
        const isAllowed = await maySubscribe(subscriber).catch((error: Error) => {
          log.debug({ error: error.message }, "could not check whether a stream is still allowed");
          return true;
        });
        if (!openStreams.has(close)) return;
        if (isAllowed) send(":\n\n");
        else close();
      };
      const unsubscribe = subscribeToCase(subscriber.caseId, () => send("event: changed\ndata:\n\n"));
      const heartbeats = setInterval(sendHeartbeat, heartbeatMs);
      const lifetime = setTimeout(close, LIFETIME_MS);
      cleanUp = () => {
        if (!openStreams.delete(close)) return;
        unsubscribe();
        clearInterval(heartbeats);
        clearTimeout(lifetime);
        changeStreamCount(userId, -1);
      };
      openStreams.add(close);
      changeStreamCount(userId, 1);
      signal.addEventListener("abort", () => openStreams.has(close) && close());
      send("retry: 3000\n\n");
      // The browser opens one to another process, or to the next one.
      if (isDraining()) close();
    },
    cancel: () => cleanUp(),
  });
}
