import { parseCrontabLine } from "@/lib/rules/schedule/crontab-line";

/** Where this tab keeps a line of a crontab, which no server stores: commands may contain secrets. */
const ENTERED = "entered crontab line";

/** Keeps a line of a crontab for the set-up page that follows the form. */
export function rememberLine(text: string): void {
  if (parseCrontabLine(text)?.command) sessionStorage.setItem(ENTERED, text);
  else sessionStorage.removeItem(ENTERED);
}

/** The line that was entered for the snitch of this set-up page, the first that asks. Null on other pages. */
export function enteredLine(): string | null {
  if (!location.pathname.endsWith("/setup")) return null;
  const own = `${ENTERED} ${location.pathname}`;
  const line = sessionStorage.getItem(ENTERED);
  if (line !== null) {
    sessionStorage.setItem(own, line);
    sessionStorage.removeItem(ENTERED);
  }
  return sessionStorage.getItem(own);
}
