import { onChange } from "@/lib/cases/changes";
import { surroundingCase } from "@/lib/session";

const BEAT_MS = 25_000;
/** Then the browser comes again, and has to prove again that it may. */
const LASTS_MS = 10 * 60_000;

const encoder = new TextEncoder();

/** Whoever runs this process ends it without waiting for those who listen. */
const ends = new Set<() => void>();
process.once("SIGTERM", () => {
  for (const end of ends) end();
});

/** Tells a page that something in its case has changed, and nothing more: the page then asks as its person. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const place = await surroundingCase((await params).caseId);
  // 204 tells an EventSource not to come again.
  if (!place) return new Response(null, { status: 204 });
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text));
      say("retry: 3000\n\n");
      const stop = onChange(place.owner.id, () => say("event: changed\ndata:\n\n"));
      const beat = setInterval(() => say(":\n\n"), BEAT_MS);
      const last = setTimeout(() => end(), LASTS_MS);
      end = () => {
        stop();
        clearInterval(beat);
        clearTimeout(last);
        if (!ends.delete(end)) return;
        controller.close();
      };
      ends.add(end);
      request.signal.addEventListener("abort", end);
    },
    cancel: () => {
      ends.delete(end);
      end();
    },
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // Proxies would hold it back.
      "X-Accel-Buffering": "no",
    },
  });
}
