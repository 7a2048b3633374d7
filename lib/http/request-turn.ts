import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { remember } from "@epic-web/remember";
import { toNetwork } from "@/lib/platform/network";
import { TimeShares, type Turn } from "@/lib/platform/time-shares";
import { SECOND_MS } from "@/lib/rules/durations";
import { clientAddressFrom } from "./client-address-from";

/** A request that has no response after such a time, in which this process was mostly idle, waits for another one, such as a server. */
export const TURN_MS = 2 * SECOND_MS;

/** Further requests of a network are refused. */
const MAX_WAITING = 250;

// Next.js loads this module more than once.
const { visitors, networks, accounts, current } = remember("tattle.request-turns", () => ({
  visitors: new TimeShares(2),
  networks: new TimeShares(4),
  accounts: new TimeShares(2),
  current: new AsyncLocalStorage<RequestTurn>(),
}));

/** The turns of one request: by its credentials and its network, and by its account once that is known. */
class RequestTurn {
  private readonly owners: (readonly [TimeShares, string])[] = [];
  private turns: Turn[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  async take(shares: TimeShares, owner: string): Promise<void> {
    this.owners.push([shares, owner]);
    await this.wait(shares, owner);
  }

  /** A call of an agent is several requests of its key, which count as one. */
  async takeOfAccount(id: string): Promise<void> {
    if (!this.owners.some(([shares, owner]) => shares === accounts && owner === id))
      await this.take(accounts, id);
    else if (this.turns.length === 0) await this.takeAgain();
  }

  async giveWay(): Promise<void> {
    if (this.turns.length === 0) return this.takeAgain();
    this.endWhenIdle();
    await this.turns.at(-1)?.giveWay();
  }

  readonly end = (): void => {
    clearTimeout(this.timer);
    for (const turn of this.turns.splice(0)) turn.end();
  };

  readonly close = (): void => {
    this.isClosed = true;
    this.end();
  };

  /** After its time, as if it had just arrived: otherwise slow bodies would be a way around turns. */
  private async takeAgain(): Promise<void> {
    for (const [shares, owner] of this.owners) await this.wait(shares, owner);
  }

  private async wait(shares: TimeShares, owner: string): Promise<void> {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    const turn = await shares.take(owner);
    if (this.isClosed) return turn.end();
    this.turns.push(turn);
    this.endWhenIdle();
  }

  private endWhenIdle(): void {
    clearTimeout(this.timer);
    const before = performance.eventLoopUtilization();
    this.timer = setTimeout(() => {
      if (performance.eventLoopUtilization(before).utilization < 0.5) this.end();
      else this.endWhenIdle();
    }, TURN_MS);
  }
}

/**
 * Starts the work for a request when its turn has come, unless its client has disconnected by then. It waits only behind requests from
 * its own network, and first behind those with the same cookies or key. Returns false if too many of them wait already.
 */
export function takeTurn(request: IncomingMessage, response: ServerResponse, work: () => void): boolean {
  const { socket, headers } = request;
  const address = clientAddressFrom(socket.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? ""));
  const network = toNetwork(address);
  const visitor = `${network} ${hash("sha1", `${headers.authorization} ${headers.cookie}`)}`;
  if (visitors.countWaiting(visitor) + networks.countWaiting(network) >= MAX_WAITING) return false;
  const turn = new RequestTurn();
  response.once("close", turn.close);
  const take = async () => {
    await turn.take(visitors, visitor);
    await turn.take(networks, network);
    if (!response.destroyed) current.run(turn, work);
  };
  void take();
  return true;
}

/** Waits for a turn of the account that the current request turned out to belong to. It ends with the request. */
export const takeTurnOfAccount = async (id: string): Promise<void> => current.getStore()?.takeOfAccount(id);

/** Lets other requests go first in the middle of long work. Call it every few milliseconds of that. */
export async function giveWay(): Promise<void> {
  await current.getStore()?.giveWay();
  await nextTurn();
}

/** Ends the turn of a request that stays open, such as a stream of events. */
export const endTurn = (): void => current.getStore()?.end();
