export type Recent = { token: string; name: string };

const MAX_ROWS = 5;
const nameOf = (caseId: string) => `recent-snitches-${caseId}`;

/** The snitches of this case that were opened last in this browser. Storage may be forbidden, or hold nonsense. */
export function recentIn(caseId: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(caseId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.token === "string").slice(0, MAX_ROWS) : [];
  } catch {
    return [];
  }
}

export function remember(caseId: string, snitch: Recent): void {
  const others = recentIn(caseId).filter(({ token }) => token !== snitch.token);
  try {
    localStorage.setItem(nameOf(caseId), JSON.stringify([snitch, ...others].slice(0, MAX_ROWS)));
  } catch {
    // Only the menu’s first lines would have come of it.
  }
}
