import { Refusal } from "@/lib/platform/refusal";

/**
 * Changes incidents one after another, each in a transaction of its own, so that none waits for another's locks. Returns how many were
 * changed: those that are over meanwhile, or belong to another case, are left out.
 */
export async function changeMany(ids: string[], change: (id: string) => Promise<void>): Promise<number> {
  let count = 0;
  for (const id of ids) {
    try {
      await change(id);
      count += 1;
    } catch (error) {
      if (!(error instanceof Refusal) || !isOver(error)) throw error;
    }
  }
  return count;
}

const isOver = ({ type, validations }: Refusal) =>
  type === "resource_not_found" || validations?.some(({ attribute }) => attribute === "incident") === true;
