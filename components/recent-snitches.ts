export type Recent = { token: string; name: string };

const MAX_ROWS = 5;
const buildStorageKey = (caseId: string) => `recent-snitches-${caseId}`;

/** The snitches of this case that this browser opened last. Storage may be disabled or contain anything. */
export function recentIn(caseId: string): Recent[] {
  try {
    const recent: unknown = JSON.parse(localStorage.getItem(buildStorageKey(caseId)) ?? "[]");
    return Array.isArray(recent)
      ? recent.filter((one) => typeof one?.token === "string").slice(0, MAX_ROWS)
      : [];
  } catch {
    return [];
  }
}

export function remember(caseId: string, snitch: Recent): void {
  const others = recentIn(caseId).filter(({ token }) => token !== snitch.token);
  try {
    localStorage.setItem(buildStorageKey(caseId), JSON.stringify([snitch, ...others].slice(0, MAX_ROWS)));
  } catch {
    // Without it only the recent snitches are missing from the menu.
  }
}
