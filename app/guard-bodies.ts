import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { remember } from "@epic-web/remember";
import { ByteBudget } from "@/lib/http/byte-budget";
import { clientAddressFrom } from "@/lib/http/client-address-from";
import { FREE_BYTES, type HeldBody, type HoldLimits, holdBody } from "@/lib/http/hold-body";
import { type BodyRefusal, refuseBody } from "@/lib/http/refuse-body";
import { takeTurn } from "@/lib/http/request-turn";
import { log } from "@/lib/platform/log";
import { toNetwork } from "@/lib/platform/network";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import {
  findLargestBody,
  isReadAsItArrives,
  largestBodyAt,
  MAX_BODY_BYTES,
  MAX_FILE_BODY_BYTES,
  MAX_FORM_BYTES,
  takesTurns,
} from "./body-limits";
import { withBody } from "./misread-requests";

const MIB = 1024 ** 2;

/**
 * What bodies may take at once: of strangers by their network, of people who are signed in by their account, and files apart, so that
 * no one takes the room of others. An account may send a file, and forms meanwhile.
 */
const BUDGETS = {
  strangers: { maxBytes: 16 * MIB, maxShareBytes: MIB },
  forms: { maxBytes: 16 * MIB, maxShareBytes: 2 * MIB },
  files: { maxBytes: 48 * MIB, maxShareBytes: MAX_FILE_BODY_BYTES },
};

/** 64 KiB in this time is slower than any line that people use. */
const SMALL_TOTAL_MS = 20 * SECOND_MS;
const IDLE_MS = 10 * SECOND_MS;
const LARGE_TOTAL_MS = 5 * MINUTE_MS;

/** As long as the check-in server waits for a request. */
const ARRIVING_TOTAL_MS = MINUTE_MS;

// Next.js loads this module more than once.
const budgets = remember("tattle.body-budgets", () => ({
  strangers: new ByteBudget(BUDGETS.strangers),
  forms: new ByteBudget(BUDGETS.forms),
  files: new ByteBudget(BUDGETS.files),
}));

type Exchange = { request: IncomingMessage; response: ServerResponse; pass: () => void };

/**
 * Lets Next.js have a request with a body only when the body is complete and within its limits: 64 KiB for everyone, more for
 * people who are signed in, and most for those who import or configure. A stranger can neither fill the memory nor cause an
 * error inside Next.js by an upload that never ends. Bodies that handlers read as they arrive only have to arrive in time.
 */
export function guardBodies(server: Server): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  const guard = (request: IncomingMessage, response: ServerResponse) => {
    const handle = () => {
      for (const listener of listeners) listener.call(server, request, response);
    };
    const pass = () => {
      if (!takesTurns(request)) handle();
      else if (!takeTurn(request, response, handle)) refuseBody(request, response, TOO_MANY);
    };
    if (hasBody(request)) guardBody({ request, response, pass });
    else pass();
  };
  server.on("request", guard);
  // Without this listener Node.js asks for every body before anyone has looked at its length.
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
  else hold(exchange, ofStranger(request));
}

/** No one asks whose a few bytes are. */
const mayNeedMore = ({ headers }: IncomingMessage, declared: number) =>
  declared > MAX_BODY_BYTES ||
  (headers.cookie !== undefined && (declared > FREE_BYTES || headers["transfer-encoding"] !== undefined));

type Limits = Omit<HoldLimits, "reservedBytes">;

const ofStranger = ({ socket, headers }: IncomingMessage): Limits => ({
  maxBytes: MAX_BODY_BYTES,
  budget: budgets.strangers,
  who: toNetwork(clientAddressFrom(socket.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? ""))),
  idleMs: IDLE_MS,
  totalMs: SMALL_TOTAL_MS,
});

const ofAccount = (userId: string, maxBytes: number): Limits => ({
  maxBytes,
  budget: maxBytes > MAX_FORM_BYTES ? budgets.files : budgets.forms,
  who: userId,
  idleMs: IDLE_MS,
  totalMs: maxBytes > MAX_BODY_BYTES ? LARGE_TOTAL_MS : SMALL_TOTAL_MS,
});

/** Asks for the rights of the client while its body waits in the system. */
async function holdByRights(exchange: Exchange, declared: number): Promise<void> {
  const { request, response } = exchange;
  const waiting: (Buffer | null)[] = [];
  request.push = (chunk) => {
    waiting.push(chunk);
    return false;
  };
  const { userId, maxBytes } = await findLargestBody(request).catch((error) => {
    log.warn({ err: error }, "the session of a request could not be looked up");
    return { userId: null, maxBytes: MAX_BODY_BYTES };
  });
  if (request.destroyed) return;
  if (declared > maxBytes) return refuseBody(request, response, tooLarge(maxBytes));
  // A body that says how long it is has no more than that.
  const step = [MAX_BODY_BYTES, MAX_FORM_BYTES].find((bytes) => 0 < declared && declared <= bytes);
  const limits = userId === null ? ofStranger(request) : ofAccount(userId, step ?? maxBytes);
  const reservedBytes = limits.budget === budgets.files ? declared : 0;
  if (!limits.budget.take(limits.who, reservedBytes))
    return refuseBody(request, response, REFUSALS["no room"]);
  hold(exchange, limits, reservedBytes);
  for (const chunk of waiting) request.push(chunk);
  request.socket.resume();
}

function hold({ request, response, pass }: Exchange, limits: Limits, reservedBytes = 0): void {
  const body = holdBody(request, { ...limits, reservedBytes });
  response.once("close", body.release);
  void body.outcome.then((outcome) => {
    if (outcome === "complete") {
      withBody(response, () => {
        body.pass();
        pass();
      });
    } else if (outcome !== "gone") {
      refuseBody(request, response, outcome === "too large" ? tooLarge(limits.maxBytes) : REFUSALS[outcome]);
    }
  });
}

const tooLarge = (maxBytes: number): BodyRefusal => ({
  status: 413,
  text: `This request is too large. The limit here is ${
    maxBytes < 1024 ** 2 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1024 ** 2} MiB`
  }.`,
});

const REFUSALS: Record<Exclude<HeldBody, "complete" | "gone" | "too large">, BodyRefusal> = {
  "too slow": { status: 408, text: "The request timed out. Send it again." },
  "no room": {
    status: 503,
    text: "The server is busy right now. Try again in a minute.",
    retryAfterSeconds: 60,
  },
};

const TOO_MANY: BodyRefusal = {
  status: 503,
  text: "Too many requests from your network are waiting. Try again in a few seconds.",
  retryAfterSeconds: 5,
};

/** Ends the connection of a request whose body has not arrived in time. */
function endIfSlow({ request, response }: Exchange): void {
  const end = () => {
    if (!request.complete) request.destroy();
  };
  const timeout = setTimeout(end, ARRIVING_TOTAL_MS);
  response.once("close", () => clearTimeout(timeout));
}
