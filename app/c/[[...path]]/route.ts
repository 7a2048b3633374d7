import { handleCheckIn } from "@/lib/check-ins/handle";
import { PEER_HEADER } from "@/lib/http/peer-address";
import { MAX_BODY_BYTES } from "@/lib/rules/report";

/** A job whose variable is empty asks for no token. */
const NOTHING = /\/c\/*(?=$|\?)/;

/** The check-in, for a deployment without the lean door of its own. */
async function checkIn(request: Request): Promise<Response> {
  const { headers, method, url } = request;
  const heard = (name: string) => headers.get(name) ?? "";
  const answer = await handleCheckIn(
    {
      method,
      url: url.replace(NOTHING, "/"),
      contentType: heard("content-type"),
      userAgent: heard("user-agent"),
      peer: heard(PEER_HEADER),
      forwardedFor: heard("x-forwarded-for"),
      body: () => beginningOf(request),
    },
    new Date(),
  );
  return new Response(answer.body || null, answer);
}

/** A job that pipes its output to us may take hours to end: after this long, what has come is the body. */
const TIMEOUT_MS = 10_000;

/** The first part of a body. What is more is thrown away: a chatty job must not look dead. */
async function beginningOf({ body }: Request): Promise<string> {
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  const patience = setTimeout(() => reader.cancel(), TIMEOUT_MS);
  try {
    while (size < MAX_BODY_BYTES) {
      const { value } = await reader.read();
      if (!value) break;
      chunks.push(value.subarray(0, MAX_BODY_BYTES - size));
      size += value.length;
    }
  } finally {
    clearTimeout(patience);
  }
  await reader.cancel();
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
