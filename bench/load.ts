import { connect } from "node:net";

/** What to do: request these paths in turn, over so many kept connections, for so long. */
export type Load = {
  port: number;
  connections: number;
  warmUpMs: number;
  measuredMs: number;
  /** What stands before the token in the path. */
  prefix: string;
  snitches: number;
};

/** What came of it. `accepted` counts the answers 2xx of the whole run, the rest only those of the measured part. */
export type Answered = { perSecond: number; p50Ms: number; p99Ms: number; accepted: number; others: number };

export const tokenOf = (n: number) => n.toString(16).padStart(16, "0");

/** A large step that shares no divisor with the number of snitches spreads requests over all of them. */
const STEP = 76_543;

/** Loads a server through raw sockets, so that the generator takes as little of the machine as possible. */
export async function load(given: Load): Promise<Answered> {
  const { connections, warmUpMs, measuredMs } = given;
  const startedAt = performance.now();
  const measuredFrom = startedAt + warmUpMs;
  const endsAt = measuredFrom + measuredMs;
  const latencies: number[] = [];
  let sent = 0;
  let accepted = 0;
  let others = 0;

  const request = () => {
    const n = sent++;
    const path = `${given.prefix}/${tokenOf((n * STEP) % given.snitches)}?m=${n}`;
    return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n\r\n`;
  };

  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(given.port, "127.0.0.1").setNoDelay(true);
      let askedAt = 0;
      let answer = "";
      const ask = () => {
        askedAt = performance.now();
        if (askedAt >= endsAt) socket.end();
        else socket.write(request(), "latin1");
      };
      socket.setEncoding("latin1").on("connect", ask).on("close", resolve).on("error", reject);
      socket.on("data", (chunk: string) => {
        answer += chunk;
        if (!isWhole(answer)) return;
        const now = performance.now();
        if (answer.startsWith("HTTP/1.1 2")) accepted += 1;
        else others += 1;
        if (askedAt >= measuredFrom) latencies.push(now - askedAt);
        answer = "";
        ask();
      });
    });

  await Promise.all(Array.from({ length: connections }, one));
  const sorted = Float64Array.from(latencies).sort();
  const quantile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return {
    perSecond: (latencies.length / measuredMs) * 1_000,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    accepted,
    others,
  };
}

/** Whether an answer came to its end: by its length, or by its last chunk. */
function isWhole(answer: string): boolean {
  const head = answer.indexOf("\r\n\r\n");
  if (head < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return length === undefined ? answer.endsWith("0\r\n\r\n") : answer.length >= head + 4 + Number(length);
}

// In a process of its own: it must not wait for what it measures, nor for the bench.
if (process.send) process.once("message", async (given: Load) => process.send?.(await load(given)));
