import { setTimeout as wait } from "node:timers/promises";
import { ApiRefusal } from "./client";

/** Sends a request, and again after a while as long as the server refuses it with this status. Throws the last refusal. */
export async function retryOn<Result>(
  httpStatus: number,
  { attempts, waitMs }: { attempts: number; waitMs: number },
  request: () => Promise<Result>,
): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiRefusal && error.httpStatus === httpStatus) || count === attempts)
        throw error;
      await wait(waitMs);
    }
  }
}
