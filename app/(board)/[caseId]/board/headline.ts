import type { StatusCounts } from "@/lib/snitches/list";

/** What a board says in its largest letters, and below them. */
export type Headline = { look: "failed" | "errored" | "healthy" | "quiet"; text: string; details: string };

const counted = (parts: [count: number, word: string][]) =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString("en")} ${word}`)
    .join(", ");

/** The state of a case in a few words: what is wrong, or that nothing is. `late`: how many of the healthy snitches are late. */
export function formatHeadline(counts: StatusCounts, late: number): Headline {
  const { failed, errored, healthy, paused, pending } = counts;
  const onTime = healthy - late;
  const others = counted([
    [onTime, "healthy"],
    [paused, "paused"],
    [pending, "waiting for a first check-in"],
  ]);
  if (failed + errored + late > 0) {
    const text = counted([
      [failed, "missing"],
      [errored, "errored"],
      [late, "late"],
    ]);
    return { look: failed > 0 ? "failed" : "errored", text, details: others };
  }
  if (healthy + paused + pending === 0) return { look: "quiet", text: "No snitches yet", details: "" };
  if (healthy === 0) return { look: "quiet", text: "No job is monitored now", details: others };
  if (paused + pending > 0) return { look: "healthy", text: "No problems", details: others };
  const text = healthy === 1 ? "The snitch is healthy" : `All ${healthy.toLocaleString("en")} are healthy`;
  return { look: "healthy", text, details: "" };
}
