import { type Answer, answerTo, FAULT, PREFLIGHT } from "@/lib/check-ins/answer";
import { recordCheckIn } from "@/lib/check-ins/recorder";
import { kept, MOST_BODY_BYTES, parseReport } from "@/lib/check-ins/report";
import { log } from "@/lib/log";

type Context = { params: Promise<{ token: string }> };

/** The check-in, for a deployment without the lean door of its own. */
async function checkIn(request: Request, { params }: Context): Promise<Response> {
  const at = new Date();
  try {
    const { token } = await params;
    const { headers, method, url } = request;
    const query = new URLSearchParams(url.split(/\?(.*)/s)[1] ?? "");
    const report = parseReport(query, headers.get("content-type") ?? "", await beginningOf(request));
    const address = headers.get("x-forwarded-for")?.split(",")[0]?.trim() ?? "";
    const userAgent = kept(headers.get("user-agent") ?? "", 255);
    return responseOf(
      answerTo(await recordCheckIn({ ...report, token, at, method, address, userAgent }), at),
    );
  } catch (fault) {
    log.error({ err: fault }, "a check-in was not recorded");
    return responseOf(FAULT);
  }
}

/** The first part of a body. What is more is thrown away: a chatty job must not look dead. */
async function beginningOf(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader && size < MOST_BODY_BYTES) {
    const { value } = await reader.read();
    if (!value) break;
    chunks.push(value.subarray(0, MOST_BODY_BYTES - size));
    size += value.length;
  }
  await reader?.cancel();
  return Buffer.concat(chunks).toString("utf8");
}

const responseOf = ({ status, headers, body }: Answer) => new Response(body || null, { status, headers });

export {
  checkIn as DELETE,
  checkIn as GET,
  checkIn as HEAD,
  checkIn as PATCH,
  checkIn as POST,
  checkIn as PUT,
};

export const OPTIONS = () => responseOf(PREFLIGHT);
