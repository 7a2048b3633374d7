import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { remember } from "@epic-web/remember";
import { ByteBudget } from "@/lib/http/byte-budget";
import { type HeldBody, type HoldLimits, holdBody } from "@/lib/http/hold-body";
import { type BodyRefusal, refuseBody } from "@/lib/http/refuse-body";
import { log } from "@/lib/platform/log";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { findLargestBody, isReadAsItArrives, largestBodyAt, MAX_BODY_BYTES } from "./body-limits";
import { withBody } from "./misread-requests";

/** What bodies for everybody may take at once, and those of people who are signed in. So no stranger takes the room of these. */
const MAX_SMALL_BYTES = 16 * 1024 ** 2;
const MAX_LARGE_BYTES = 48 * 1024 ** 2;

/** 64 KiB in this time is slower than any line that people use. */
const SMALL_TOTAL_MS = 20 * SECOND_MS;
const IDLE_MS = 10 * SECOND_MS;
const LARGE_TOTAL_MS = 5 * MINUTE_MS;

/** As long as the check-in server waits for a request. */
const ARRIVING_TOTAL_MS = MINUTE_MS;

// Next.js loads this module more than once.
const budgets = remember("tattle.body-budgets", () => ({
  small: new ByteBudget(MAX_SMALL_BYTES),
  large: new ByteBudget(MAX_LARGE_BYTES),
}));

type Exchange = { request: IncomingMessage; response: ServerResponse; pass: () => void };

/**
 * Lets Next.js have a request with a body only when the body is complete and within its limits: 64 KiB for everybody, more for
 * people who are signed in, and most for those who import or configure. A stranger can neither fill the memory nor cause an
 * error inside Next.js by an upload that never ends. Bodies that handlers read as they arrive only have to arrive in time.
 */
export function guardBodies(server: Server): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  const guard = (request: IncomingMessage, response: ServerResponse) => {
    const pass = () => {
      for (const listener of listeners) listener.call(server, request, response);
    };
    if (hasBody(request)) guardBody({ request, response, pass });
    else pass();
  };
  server.on("request", guard);
  // Without this listener Node.js asks for every body before anybody has looked at its length.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (isReadAsItArrives(request) || declaredBytes(request) <= largestBodyAt(request.url ?? "/"))
      response.writeContinue();
    server.emit("request", request, response);
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** 0 for a body whose length is not known in advance. */
const declaredBytes = ({ headers }: IncomingMessage) => Number(headers["content-length"] ?? 0);

function guardBody(exchange: Exchange): void {
  const { request, response, pass } = exchange;
  if (isReadAsItArrives(request)) {
    endIfSlow(exchange);
    pass();
    return;
  }
  const declared = declaredBytes(request);
  const largest = largestBodyAt(request.url ?? "/");
  if (declared > largest) refuseBody(request, response, tooLarge(largest));
  else if (mayNeedMore(request, declared)) void holdByRights(exchange, declared);
  else hold(exchange, SMALL);
}

const mayNeedMore = ({ headers }: IncomingMessage, declared: number) =>
  declared > MAX_BODY_BYTES || (headers["transfer-encoding"] !== undefined && headers.cookie !== undefined);

type Limits = Omit<HoldLimits, "reservedBytes">;

const SMALL: Limits = {
  maxBytes: MAX_BODY_BYTES,
  budget: budgets.small,
  idleMs: IDLE_MS,
  totalMs: SMALL_TOTAL_MS,
};

/** Asks for the rights of the client while its body waits in the system. */
async function holdByRights(exchange: Exchange, declared: number): Promise<void> {
  const { request, response } = exchange;
  const waiting: (Buffer | null)[] = [];
  request.push = (chunk) => {
    waiting.push(chunk);
    return false;
  };
  const maxBytes = await findLargestBody(request).catch((error) => {
    log.warn({ err: error }, "the session of a large request could not be looked up");
    return MAX_BODY_BYTES;
  });
  if (request.destroyed) return;
  if (declared > maxBytes) return refuseBody(request, response, tooLarge(maxBytes));
  if (maxBytes === MAX_BODY_BYTES) hold(exchange, SMALL);
  else {
    const large = { maxBytes, budget: budgets.large, idleMs: IDLE_MS, totalMs: LARGE_TOTAL_MS };
    if (!budgets.large.take(declared)) return refuseBody(request, response, REFUSALS["no room"]);
    hold(exchange, large, declared);
  }
  for (const chunk of waiting) request.push(chunk);
  request.socket.resume();
}

function hold({ request, response, pass }: Exchange, limits: Limits, reservedBytes = 0): void {
  const held = holdBody(request, { ...limits, reservedBytes });
  response.once("close", held.release);
  void held.outcome.then((outcome) => {
    if (outcome === "complete") {
      withBody(response, () => {
        held.pass();
        pass();
      });
    } else if (outcome !== "gone") {
      refuseBody(request, response, outcome === "too large" ? tooLarge(limits.maxBytes) : REFUSALS[outcome]);
    }
  });
}

const tooLarge = (maxBytes: number): BodyRefusal => ({
  status: 413,
  text: `This request is too large: here it may have ${
    maxBytes < 1024 ** 2 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 ** 2} MiB`
  }.`,
});

const REFUSALS: Record<Exclude<HeldBody, "complete" | "gone" | "too large">, BodyRefusal> = {
  "too slow": { status: 408, text: "The request was not completed in time. Send it again." },
  "no room": {
    status: 503,
    text: "Other large requests are being read. Send this one again in a minute.",
    retryAfterSeconds: 60,
  },
};

/** Ends the connection of a request whose body has not arrived in time. */
function endIfSlow({ request, response }: Exchange): void {
  const end = () => {
    if (!request.complete) request.destroy();
  };
  const timeout = setTimeout(end, ARRIVING_TOTAL_MS);
  response.once("close", () => clearTimeout(timeout));
}
