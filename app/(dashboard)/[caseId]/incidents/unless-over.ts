import { Refusal } from "@/lib/platform/refusal";

/** Does the work. If the incident has ended meanwhile, the refusal is a sentence: no field of a form could show it. */
export async function unlessOver(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOver =
      error instanceof Refusal && error.validations?.some(({ attribute }) => attribute === "incident");
    if (isOver) throw new Refusal(error.type, "The incident has already ended, so nothing was changed.");
    throw error;
  }
}
