import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** What a job saw of one of its check-ins; `status` is null when it heard nothing. */
export type Seen = { message: string; sentAt: number; answeredAt: number; status: number | null };

const TIMEOUT_MS = 15_000;

/** Checks in, and never throws. */
export function checkIn(url: string, agent?: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? null));
      answer.once("error", () => resolve(null));
    });
    sent.once("timeout", () => sent.destroy());
    sent.once("error", () => resolve(null));
    sent.end();
  });
}

/** Jobs that check in one after the other, over kept connections, until told to stop. Each of their tokens is used a few times. */
export function startJobs(url: string, jobs: number, tokens: string[], name: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: jobs });
  const seen: Seen[] = [];
  let isOver = false;

  const work = async (job: number) => {
    for (let i = 0; !isOver; i += 1) {
      const message = `${name}-${job}-${i}`;
      const token = tokens[(i * jobs + job) % tokens.length];
      const sentAt = Date.now();
      const status = await checkIn(`${url}/${token}?m=${message}`, agent);
      seen.push({ message, sentAt, answeredAt: Date.now(), status });
      // Nobody listens: a real job would not try again at once either.
      if (status === null) await sleep(10);
    }
  };
  const ended = Promise.all(Array.from({ length: jobs }, (_, job) => work(job)));
  return async (): Promise<Seen[]> => {
    isOver = true;
    await ended;
    agent.destroy();
    return seen;
  };
}
