import { handleCheckIn } from "@/lib/check-ins/handle";
import { PEER_HEADER } from "@/lib/http/peer-address";
import { MAX_BODY_BYTES } from "@/lib/rules/report";

/** The path of a job whose token variable is empty. */
const EMPTY_TOKEN = /\/c\/*(?=$|\?)/;

/** Handles check-ins in the web process, for deployments without the check-in server. */
async function checkIn(request: Request): Promise<Response> {
  const { headers, method, url } = request;
  const header = (name: string) => headers.get(name) ?? "";
  const response = await handleCheckIn(
    {
      method,
      url: url.replace(EMPTY_TOKEN, "/"),
      contentType: header("content-type"),
      userAgent: header("user-agent"),
      peer: header(PEER_HEADER),
      forwardedFor: header("x-forwarded-for"),
      body: () => readStart(request),
    },
    new Date(),
  );
  return new Response(response.body || null, response);
}

/** A job that pipes its output to us may run for hours. After this long, the part received so far is the body. */
const BODY_TIMEOUT_MS = 10_000;

/**
 * The first MAX_BODY_BYTES of a body, or as much as arrives before the client disconnects. The rest is discarded, because
 * refusing it would report a healthy job as missing.
 */
async function readStart({ body }: Request): Promise<string> {
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  // Reading and cancelling fail if the client has disconnected.
  const cancel = () => reader.cancel().catch(() => {});
  const timeout = setTimeout(cancel, BODY_TIMEOUT_MS);
  while (size < MAX_BODY_BYTES) {
    const { value } = await reader.read().catch(() => ({ value: undefined }));
    if (!value) break;
    chunks.push(value.subarray(0, MAX_BODY_BYTES - size));
    size += value.length;
  }
  clearTimeout(timeout);
  await cancel();
  return Buffer.concat(chunks).toString("utf8");
}

export {
  checkIn as DELETE,
  checkIn as GET,
  checkIn as HEAD,
  checkIn as OPTIONS,
  checkIn as PATCH,
  checkIn as POST,
  checkIn as PUT,
};
