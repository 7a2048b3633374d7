import { access, constants, mkdir } from "node:fs/promises";
import path from "node:path";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** Something that a process needs, and how it proves that it is there. */
type Need = { name: string; prove: () => Promise<unknown> };

/** Longer than this is as good as never. */
const PATIENCE_MS = 2_000;

export const database: Need = { name: "database", prove: () => pool.query("SELECT 1") };

export const journal: Need = {
  name: "journal",
  async prove() {
    const folder = path.join(env.DATA_DIR, "journal");
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  },
};

export type Readiness = { ready: boolean; needs: Record<string, "ok" | "away"> };

async function findOut({ name, prove }: Need): Promise<[string, "ok" | "away"]> {
  const late = new Promise<"away">((resolve) => setTimeout(resolve, PATIENCE_MS, "away").unref());
  const proof = prove().then(
    () => "ok" as const,
    () => "away" as const,
  );
  return [name, await Promise.race([proof, late])];
}

/** Whether everything is there that this process needs, and what is not. Says no more: anybody may ask. */
export async function readiness(needs: Need[]): Promise<Readiness> {
  const found = await Promise.all(needs.map(findOut));
  return { ready: found.every(([, state]) => state === "ok"), needs: Object.fromEntries(found) };
}

/** A door takes check-ins as long as it can keep them: in the database, or in its journal until that is back. */
export async function doorReadiness(): Promise<Readiness> {
  const found = await readiness([database, journal]);
  return { ...found, ready: Object.values(found.needs).includes("ok") };
}

/** The same in HTTP, at every process. */
export function answerReadiness(found: Readiness) {
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  return { status: found.ready ? 200 : 503, headers, body: `${JSON.stringify(found)}\n` };
}
