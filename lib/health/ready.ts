import path from "node:path";
import { isDraining } from "@/lib/http/drain";
import { authSecrets } from "@/lib/platform/auth-secret";
import { isSealedWith, WRONG_SECRET } from "@/lib/platform/cipher";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { RELEASE } from "@/lib/platform/version";
import { openWriteCheck } from "./write-check";
import { findSealed } from "./wrong-secret";

/** Something that a process needs, and a check that fails when it is unavailable. */
type Dependency = { name: string; check: () => Promise<unknown> };

/** A check that takes longer counts as failed. */
const TIMEOUT_MS = 2_000;

export const database: Dependency = { name: "database", check: () => pool.query("SELECT 1") };

export const journal: Dependency = {
  name: "journal",
  check: openWriteCheck(path.join(env.DATA_DIR, "journal")),
};

/** That AUTH_SECRET decrypts what the database holds. It is asked until it does. Without a database, nothing is known of it. */
export function openSecretCheck(): Dependency {
  let isRight = false;
  let isLogged = false;
  const check = async () => {
    const sealed = isRight ? null : await findSealed((text) => pool.query(text)).catch(() => null);
    if (sealed === null) return;
    isRight = isSealedWith(sealed, ...authSecrets());
    if (isRight) return;
    if (!isLogged) log.error(WRONG_SECRET);
    isLogged = true;
    throw new Error(WRONG_SECRET);
  };
  return { name: "auth_secret", check };
}

export type Readiness = { ready: boolean; needs: Record<string, "ok" | "unavailable"> };

async function runCheck({ name, check }: Dependency): Promise<[string, "ok" | "unavailable"]> {
  const timeout = new Promise<"unavailable">((resolve) =>
    setTimeout(resolve, TIMEOUT_MS, "unavailable").unref(),
  );
  const result = check().then(
    () => "ok" as const,
    () => "unavailable" as const,
  );
  return [name, await Promise.race([result, timeout])];
}

/** Whether all dependencies of this process are available. It contains no error messages, because the response is public. */
export async function readiness(dependencies: Dependency[]): Promise<Readiness> {
  const results = await Promise.all(dependencies.map(runCheck));
  return { ready: results.every(([, state]) => state === "ok"), needs: Object.fromEntries(results) };
}

/**
 * How long a server reports that it could store a check-in nowhere. A full disk may still have room for a test write,
 * and Postgres responds although it cannot write.
 */
const LOSS_MS = 10_000;

/**
 * A check-in server is ready while it can store check-ins in the database or in its journal, and has just lost none.
 * `msSinceLoss`: how long ago it did.
 */
export async function checkInReadiness(msSinceLoss: number): Promise<Readiness> {
  const result = await readiness([database, journal]);
  const needs = {
    ...result.needs,
    room: msSinceLoss > LOSS_MS ? ("ok" as const) : ("unavailable" as const),
  };
  return { ready: needs.room === "ok" && Object.values(result.needs).includes("ok"), needs };
}

/** The response of `/readyz` in every process. One that is about to end is not ready. */
export function readinessResponse({ ready, needs }: Readiness) {
  const state = isDraining() ? { ready: false, draining: true, needs } : { ready, needs };
  const result = { ...state, ...RELEASE };
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  return { status: result.ready ? 200 : 503, headers, body: `${JSON.stringify(result)}\n` };
}
