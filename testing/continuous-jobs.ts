import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A check-in as its job saw it. `status` is null if there was no response. */
export type SentCheckIn = { message: string; sentAt: number; respondedAt: number; status: number | null };

const TIMEOUT_MS = 60_000;

/** Checks in, and returns the status of the response; null if there was none. Never throws. */
export function checkIn(url: string, agent?: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? null));
      response.once("error", () => resolve(null));
    });
    sent.once("timeout", () => sent.destroy());
    sent.once("error", () => resolve(null));
    sent.end();
  });
}

/**
 * Starts jobs that check in continuously over keep-alive connections. Each token is used a few times. `withRuns`: after each
 * check-in they start and finish a run, whose name is the message of that check-in, and repeat what was not responded. The
 * returned function stops them and returns all check-ins. `pauseMs`: after each check-in, for a load that leaves time to others.
 * `withErrors`: each check-in reports an error.
 */
export function startJobs(
  url: string,
  jobs: number,
  tokens: string[],
  name: string,
  { withRuns = false, withErrors = false, pauseMs = 0 } = {},
) {
  const agent = new Agent({ keepAlive: true, maxSockets: jobs });
  const sent: SentCheckIn[] = [];
  let isStopped = false;

  const send = async (path: string, message: string, query = "") => {
    const sentAt = Date.now();
    const status = await checkIn(`${url}/${path}?m=${message}${query}`, agent);
    sent.push({ message, sentAt, respondedAt: Date.now(), status });
    // The server is not running. Without a wait, this would be a busy loop.
    if (status === null) await sleep(10);
    return status;
  };
  const runJob = async (job: number) => {
    for (let i = 0; !isStopped; i += 1) {
      const message = `${name}-${job}-${i}`;
      const token = tokens[(i * jobs + job) % tokens.length];
      await send(`${token}`, message, withErrors ? "&s=1" : "");
      if (pauseMs > 0) await sleep(pauseMs);
      for (const signal of withRuns ? ["start", "success"] : []) {
        const sendSignal = (suffix: string) =>
          send(`${token}/${signal}`, `${message}-${signal}${suffix}`, `&rid=${message}`);
        if ((await sendSignal("")) === null) await sendSignal("-again");
      }
    }
  };
  const ended = Promise.all(Array.from({ length: jobs }, (_, job) => runJob(job)));
  return async (): Promise<SentCheckIn[]> => {
    isStopped = true;
    await ended;
    agent.destroy();
    return sent;
  };
}
