import type { Filters } from "@/lib/rules/filters";

/** What keywords say that an e-mail is, as Healthchecks decides it: failure before success before start. */
export function signalOfKeywords(
  text: string,
  { failureKeywords, successKeywords, startKeywords, failsByDefault }: Filters,
): "fail" | "success" | "start" | null {
  const has = (keywords: string) =>
    keywords.split(",").some((keyword) => keyword.trim() !== "" && text.includes(keyword.trim()));
  if (has(failureKeywords)) return "fail";
  if (has(successKeywords)) return "success";
  if (has(startKeywords)) return "start";
  return failsByDefault ? "fail" : null;
}
