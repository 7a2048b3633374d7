import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { OPERATOR } from "@/lib/audit/actor";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { aCase, aSnitch, aWebhook } from "@/lib/testing/factories";
import { openFlakyConnection } from "@/lib/testing/flaky-connection";
import { aReceiver } from "@/lib/testing/receiver";
import { startWorker } from "@/lib/testing/server-process";

/** A worker begins to connect after about half a second, on a busy machine after two. */
const CUT_AFTER_MS = [600, 1_000, 1_600];
const AWAY_MS = 500;

test("a worker whose database vanishes while it starts goes on when the database is back", async () => {
  const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  await aWebhook({ caseId, url: receiver.url });

  for (const cutAfterMs of CUT_AFTER_MS) {
    const starting = startWorker({ DATABASE_URL: connection.url });
    await sleep(cutAfterMs);
    connection.become("cut");
    await sleep(AWAY_MS);
    connection.become("sound");
    const worker = await starting;

    const { token } = await aSnitch({ caseId, status: "healthy" });
    await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, new Date(), OPERATOR);
    const received = () => receiver.requests.some(({ body }) => body.includes(token));
    await vi.waitFor(() => expect(received()).toBe(true), { timeout: 15_000, interval: 50 });

    expect(worker.exitCode, `cut after ${cutAfterMs} ms`).toBeNull();
    await worker.signal("SIGKILL");
  }
  receiver.close();
}, 120_000);
