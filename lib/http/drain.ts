import { setTimeout as sleep } from "node:timers/promises";
import { remember } from "@epic-web/remember";
import { SECOND_MS } from "@/lib/rules/durations";
import type { Exchange } from "./request-hooks";

/** A load balancer asks more often than this whether a process is ready. */
const ASKED_WITHIN_MS = 15 * SECOND_MS;

/** One that asks every second, and takes a process out after two refusals, has done so by then. */
const DRAIN_MS = 3 * SECOND_MS;

/** Next.js loads this module more than once in a process. */
const state = remember("tattle.drain", () => ({ askedAtMs: Number.NEGATIVE_INFINITY, isDraining: false }));

/** Notes that someone, probably a load balancer, has just asked whether this process is ready. */
export function noteReadinessCheck(): void {
  state.askedAtMs = performance.now();
}

/** Whether this process is about to end: it is not ready for new requests, but still serves those it has. */
export const isDraining = (): boolean => state.isDraining;

/**
 * Takes this process out of its load balancers: it is no longer ready. Resolves when they send it nothing more, at once if none
 * has asked lately. The process must listen until then: when it stops, the system resets connections that it has not
 * accepted yet, and no balancer can know whether their requests were carried out.
 */
export async function drain(): Promise<void> {
  state.isDraining = true;
  if (performance.now() - state.askedAtMs < ASKED_WITHIN_MS) await sleep(DRAIN_MS);
}

/** Ends a connection with this response, so that its client opens one to another process. */
export function closeWhileDraining({ response }: Pick<Exchange, "response">): void {
  if (isDraining()) response.shouldKeepAlive = false;
}
