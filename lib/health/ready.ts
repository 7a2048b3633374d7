import { access, constants, mkdir } from "node:fs/promises";
import path from "node:path";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** Something that a process needs, and a check that fails when it is unavailable. */
type Dependency = { name: string; check: () => Promise<unknown> };

/** A check that takes longer has failed. */
const TIMEOUT_MS = 2_000;

export const database: Dependency = { name: "database", check: () => pool.query("SELECT 1") };

export const journal: Dependency = {
  name: "journal",
  async check() {
    const folder = path.join(env.DATA_DIR, "journal");
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  },
};

export type Readiness = { ready: boolean; needs: Record<string, "ok" | "away"> };

async function run({ name, check }: Dependency): Promise<[string, "ok" | "away"]> {
  const late = new Promise<"away">((resolve) => setTimeout(resolve, TIMEOUT_MS, "away").unref());
  const proof = check().then(
    () => "ok" as const,
    () => "away" as const,
  );
  return [name, await Promise.race([proof, late])];
}

/** Whether everything is there that this process needs, and what is not. Says no more: anybody may ask. */
export async function readiness(needs: Dependency[]): Promise<Readiness> {
  const found = await Promise.all(needs.map(run));
  return { ready: found.every(([, state]) => state === "ok"), needs: Object.fromEntries(found) };
}

/** A door takes check-ins as long as it can keep them: in the database, or in its journal until that is back. */
export async function checkInReadiness(): Promise<Readiness> {
  const found = await readiness([database, journal]);
  return { ...found, ready: Object.values(found.needs).includes("ok") };
}

/** The same in HTTP, at every process. */
export function readinessResponse(found: Readiness) {
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  return { status: found.ready ? 200 : 503, headers, body: `${JSON.stringify(found)}\n` };
}
