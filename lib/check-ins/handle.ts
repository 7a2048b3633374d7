import { clientAddress } from "@/lib/http/client-address";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { kept, parseReport } from "@/lib/rules/report";
import { recordCheckIn } from "./batcher";
import { newId } from "./id";
import { type Answer, answerFault, answerTo, NO_TOKEN, PREFLIGHT } from "./response";
import { readTarget } from "./url";

/** A request at one of the doors. */
export type Knock = {
  method: string;
  url: string;
  contentType: string;
  userAgent: string;
  /** Who holds the other end of the connection, and whom that says it speaks for. */
  peer: string;
  forwardedFor: string;
  /** The beginning of the body. */
  body: () => string | Promise<string>;
};

const MOST_USER_AGENT = 255;

/** Records the check-in that a request makes and says what to answer: the same at every door. */
export async function answerKnock({ method, url, body, ...knock }: Knock, at: Date): Promise<Answer> {
  if (method === "OPTIONS") return PREFLIGHT;
  const { token, query } = readTarget(url);
  if (!token) return NO_TOKEN;
  const id = newId();
  try {
    const said = await body();
    const { exitStatus, message } = parseReport(new URLSearchParams(query), knock.contentType, said);
    const recorded = await recordCheckIn({
      id,
      exitStatus,
      message,
      token,
      at,
      method,
      address: clientAddress(knock.peer, knock.forwardedFor, env.TRUSTED_PROXIES),
      userAgent: kept(knock.userAgent, MOST_USER_AGENT),
    });
    return answerTo(recorded, id, at);
  } catch (fault) {
    log.error({ err: fault, requestId: id }, "a check-in was not recorded");
    return answerFault(id);
  }
}
