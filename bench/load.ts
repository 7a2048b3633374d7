import { connect } from "node:net";

/** The load: requests for the check-in URLs of all snitches in turn, over this many open connections. */
export type Load = {
  port: number;
  connections: number;
  warmUpMs: number;
  measuredMs: number;
  /** The port of a server that gets the same load for a second before, so that the first second is not that of the generator. */
  practiceOn?: number;
  /** The part of the path before the token. */
  prefix: string;
  snitches: number;
  /** Only the snitches with an even or only those with an odd number; all if absent. */
  only?: "even" | "odd";
  /** The number of the first snitch; 0 if absent. */
  first?: number;
  /** What each request says besides, as a query: `s=1` reports an error. */
  says?: string;
  /** Whether it accepts what is compressed, as browsers do. */
  unzips?: boolean;
  /** How many requests are sent in all, each for another snitch; as many as the time allows if absent. */
  requests?: number;
  /** How many requests are sent in a second. Each waits from the time at which it was due. As many as get responses if absent. */
  perSecond?: number;
};

/** `accepted` (2xx) and `refused` (all others) count the whole run, the other figures only the part after the warm-up. */
export type LoadResult = {
  perSecond: number;
  /** How long the requests after the warm-up took in all. */
  tookMs: number;
  p50Ms: number;
  p99Ms: number;
  accepted: number;
  refused: number;
  /** Each request, if the load has a rate. */
  timings?: Timing[];
};

/** When a request was due, in milliseconds since 1970, and how long its response took from then on. */
export type Timing = { at: number; ms: number };

/** A load ends at this time, by `performance.now()`, if it does not end on its own before. */
let stopsAt = Number.POSITIVE_INFINITY;

export const buildToken = (n: number) => n.toString(16).padStart(16, "0");

/** A large step without a common divisor with the number of snitches, so that requests are spread over all of them. */
const STEP = 76_543;

function pickNumber(n: number, { snitches, only, first = 0 }: Load): number {
  if (!only) return first + ((n * STEP) % snitches);
  return ((n * STEP) % (snitches / 2)) * 2 + (only === "odd" ? 1 : 0);
}

const buildPath = (n: number, given: Load) =>
  `${given.prefix}/${buildToken(pickNumber(n, given))}?${given.says ?? `m=${n}`}`;

/** Sends the load through raw sockets, because an HTTP client would use more CPU time than the server. */
export async function load({ practiceOn, ...given }: Load): Promise<LoadResult> {
  if (practiceOn) await load({ ...given, port: practiceOn, warmUpMs: 0, measuredMs: 1_000 });
  const { connections, warmUpMs, measuredMs } = given;
  const startedAt = performance.now();
  const measuredFrom = startedAt + warmUpMs;
  const endsAt = measuredFrom + measuredMs;
  const { requests = Number.POSITIVE_INFINITY } = given;
  const latencies: number[] = [];
  const timings: Timing[] = [];
  let sent = 0;
  let accepted = 0;
  let refused = 0;
  let respondedAt = measuredFrom;

  const request = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n${given.unzips ? "Accept-Encoding: gzip\r\n" : ""}\r\n`;

  const runConnection = (_: unknown, connection: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(given.port, "127.0.0.1").setNoDelay(true);
      const betweenMs = given.perSecond ? (1_000 / given.perSecond) * connections : 0;
      let dueAt = startedAt + (betweenMs / connections) * connection;
      let response = "";
      const send = () => {
        if (!given.perSecond) dueAt = performance.now();
        if (dueAt < Math.min(endsAt, stopsAt) && sent < requests)
          socket.write(request(buildPath(sent++, given)), "latin1");
        else socket.end();
      };
      const sendNext = () => {
        const waitMs = betweenMs > 0 ? dueAt - performance.now() : 0;
        if (waitMs > 1) setTimeout(send, waitMs);
        else send();
      };
      socket.setEncoding("latin1").on("connect", sendNext).on("close", resolve).on("error", reject);
      socket.on("data", (chunk: string) => {
        response += chunk;
        if (!isComplete(response)) return;
        const now = performance.now();
        if (response.startsWith("HTTP/1.1 2")) accepted += 1;
        else refused += 1;
        if (dueAt >= measuredFrom && dueAt < endsAt) {
          latencies.push(now - dueAt);
          if (given.perSecond) timings.push({ at: performance.timeOrigin + dueAt, ms: now - dueAt });
          respondedAt = now;
        }
        response = "";
        dueAt += betweenMs;
        sendNext();
      });
    });

  await Promise.all(Array.from({ length: connections }, runConnection));
  const sorted = Float64Array.from(latencies).sort();
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    perSecond: (latencies.length / (given.requests ? respondedAt - measuredFrom : measuredMs)) * 1_000,
    tookMs: respondedAt - measuredFrom,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    accepted,
    refused,
    ...(given.perSecond && { timings }),
  };
}

/** Whether a response is complete, by its Content-Length or its last chunk. */
function isComplete(response: string): boolean {
  const headEnd = response.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(response)?.[1];
  return length === undefined
    ? response.endsWith("0\r\n\r\n")
    : response.length >= headEnd + 4 + Number(length);
}

// Runs in a separate process, so that neither the server nor the bench delays it.
if (process.send) {
  process.once("disconnect", () => process.exit());
  process.on("message", async (given: Load | "stop") => {
    if (given === "stop") stopsAt = performance.now();
    else process.send?.(await load(given));
  });
}
