import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { forkDetached } from "./servers";

/** A request, whose body is `body` with `padding` lines of comments before its last part. */
export type Sent = {
  method?: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: { start: string; padding: number; end: string };
};

/** These requests in turn, over this many connections: as many as get responses, or so many in a second. */
type Requests = { port: number; connections: number; requests: Sent[]; perSecond?: number };

/** Each response: when its request was due, in milliseconds since 1970, how long it took from then on, and its status. */
export type TimedResponse = { at: number; ms: number; status: number };

/** Lines that differ, as those of outputs and files do. */
const pad = (lines: number) =>
  Array.from(
    { length: lines },
    (_, n) => `# Table ${n}: ${(n * 2_654_435_761) % 4_294_967_296} rows were copied.\n`,
  );

const toBytes = ({ body }: Sent) =>
  body && Buffer.from(`${body.start}${pad(body.padding).join("")}${body.end}`);

export type Sender = { start: () => void; stop: () => Promise<TimedResponse[]> };

/**
 * Opens a process that sends requests from `start` on. `stop` ends it and returns the responses. Open it before measuring, because
 * starting a process uses a second of CPU time.
 */
export async function openSender(requests: Requests): Promise<Sender> {
  const child = forkDetached("bench/requests.ts");
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once("message", resolve);
      child.once("error", reject).once("exit", () => reject(new Error("A sender of requests ended early.")));
    });
  await next();
  return {
    start: () => child.send(requests),
    stop: async () => {
      child.send("stop");
      const responded = (await next()) as TimedResponse[];
      child.kill();
      return responded;
    },
  };
}

/** Sends one request, and returns its status; 0 if the connection was ended instead. */
const send = (agent: Agent, port: number, { method, path, headers }: Sent, body: Buffer | undefined) =>
  new Promise<number>((resolve) => {
    const length = body && { "content-length": String(body.length) };
    const options = { agent, port, host: "127.0.0.1", method, path, headers: { ...headers, ...length } };
    const sent = request(options, (response) => {
      response.resume().once("close", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", () => resolve(0)).end(body);
  });

async function sendAll({ port, connections, requests, perSecond }: Requests, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const bodies = requests.map(toBytes);
  const responded: TimedResponse[] = [];
  const startedAt = performance.now();
  let next = 0;
  async function sendOne(dueAt: number) {
    const n = next++ % requests.length;
    const status = await send(agent, port, requests[n] as Sent, bodies[n]);
    responded.push({ at: performance.timeOrigin + dueAt, ms: performance.now() - dueAt, status });
  }
  if (perSecond) {
    const sending: Promise<void>[] = [];
    for (let dueAt = startedAt; !isOver(); dueAt += 1_000 / perSecond) {
      await sleep(Math.max(0, dueAt - performance.now()));
      sending.push(sendOne(dueAt));
    }
    await Promise.all(sending);
  } else {
    const sendOn = async () => {
      while (!isOver()) await sendOne(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, sendOn));
  }
  agent.destroy();
  return responded;
}

// Runs in a process of its own, so that neither the server nor the bench delays it.
if (process.send) {
  let isOver = false;
  process.once("disconnect", () => process.exit());
  process.on("message", async (given: Requests | "stop") => {
    if (given === "stop") isOver = true;
    else process.send?.(await sendAll(given, () => isOver));
  });
  process.send("ready");
}
