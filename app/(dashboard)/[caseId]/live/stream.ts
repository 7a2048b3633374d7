import { findMembership } from "@/lib/cases/members";
import { subscribeToCase } from "@/lib/live/subscribe";
import { log } from "@/lib/platform/log";
import { findSignedIn } from "@/lib/users/sessions";

const BEAT_MS = 25_000;
/** Then the browser comes again, and has to prove again that it may. */
const LIFETIME_MS = 10 * 60_000;
/** More tabs than anybody looks at: the others are current every few seconds all the same. */
const MOST_OF_ONE_PERSON = 20;

const encoder = new TextEncoder();

/** Whoever runs this process ends it without waiting for those who listen. */
const ends = new Set<() => void>();
process.once("SIGTERM", () => {
  for (const end of ends) end();
});

const open = new Map<string, number>();

function count(userId: string, by: 1 | -1): void {
  const left = (open.get(userId) ?? 0) + by;
  if (left > 0) open.set(userId, left);
  else open.delete(userId);
}

type Listening = { caseId: string; userId: string; sessionKey: string };

async function mayListen({ caseId, userId, sessionKey }: Listening): Promise<boolean> {
  const [person, place] = await Promise.all([
    findSignedIn(userId, sessionKey),
    findMembership(caseId, userId),
  ]);
  return person !== null && place !== null;
}

/**
 * Tells of each change in a case for as long as this session stands and its person belongs to the case, which every beat
 * asks again. Null for somebody who listens in too many places already.
 */
export function streamChanges(
  who: Listening,
  signal: AbortSignal,
  beatMs = BEAT_MS,
): ReadableStream<Uint8Array> | null {
  if ((open.get(who.userId) ?? 0) >= MOST_OF_ONE_PERSON) return null;
  let end = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text));
      const close = () => {
        end();
        controller.close();
      };
      const beat = async () => {
        // A database that is away takes nobody's place from them.
        const may = await mayListen(who).catch((fault: Error) => {
          log.debug({ fault: fault.message }, "a listener was not asked for again");
          return true;
        });
        if (!ends.has(close)) return;
        if (may) say(":\n\n");
        else close();
      };
      const stop = subscribeToCase(who.caseId, () => say("event: changed\ndata:\n\n"));
      const beats = setInterval(beat, beatMs);
      const last = setTimeout(close, LIFETIME_MS);
      end = () => {
        if (!ends.delete(close)) return;
        stop();
        clearInterval(beats);
        clearTimeout(last);
        count(who.userId, -1);
      };
      ends.add(close);
      count(who.userId, 1);
      signal.addEventListener("abort", () => ends.has(close) && close());
      say("retry: 3000\n\n");
    },
    cancel: () => end(),
  });
}
