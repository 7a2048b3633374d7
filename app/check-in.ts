import { BodyCollector } from "@/lib/http/body-collector";
import { PEER_HEADER } from "@/lib/http/peer-address";
import { handleRequest } from "@/lib/protocols/handle";
import { NO_BODY, type ReceivedBody } from "@/lib/rules/reports/received-body";

/**
 * Handles a check-in of any protocol in the web process, for deployments without the check-in server, and for jobs that send
 * them to the address of the pages.
 */
export async function checkIn(request: Request, url = request.url): Promise<Response> {
  const { headers, method } = request;
  const header = (name: string) => headers.get(name) ?? "";
  const response = await handleRequest(
    {
      method,
      url,
      contentType: header("content-type"),
      userAgent: header("user-agent"),
      peer: header(PEER_HEADER),
      forwardedFor: header("x-forwarded-for"),
      header,
      body: () => readBody(request),
    },
    new Date(),
  );
  return new Response(response.body || null, response);
}

/** A job that pipes its output to us may run for hours. After this long, the part received so far is the body. */
const BODY_TIMEOUT_MS = 10_000;

/**
 * Reads a request's body, or as much as arrives before the client disconnects or the time is over. The rest is discarded,
 * because refusing it would report a healthy job as missing.
 */
function readBody({ body, headers }: Request): ReceivedBody | Promise<ReceivedBody> {
  return body ? collect(body, headers.get("content-encoding") ?? "") : NO_BODY;
}

async function collect(body: ReadableStream<Uint8Array>, contentEncoding: string): Promise<ReceivedBody> {
  const collector = new BodyCollector(contentEncoding);
  const reader = body.getReader();
  // Reading and cancelling fail if the client has disconnected.
  const cancel = () => reader.cancel().catch(() => {});
  const timeout = setTimeout(cancel, BODY_TIMEOUT_MS);
  for (;;) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (!value) break;
    await collector.add(value);
  }
  clearTimeout(timeout);
  await cancel();
  return collector.end();
}
