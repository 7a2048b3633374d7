import { type CrontabLine, parseCrontabLine } from "@/lib/rules/schedule/crontab-line";

/** The line of a crontab that was entered last, and the page whose examples show it. Commands may contain secrets: it stays in this tab. */
let entered: { line: CrontabLine; page?: string } | null = null;

/** Keeps a line of a crontab for the page that follows the form. */
export function rememberLine(text: string): void {
  const line = parseCrontabLine(text);
  entered = line?.command ? { line } : null;
}

/** The line that was entered for the snitch of this page, which is the first that asks. Null on the server, and after a reload. */
export function enteredLine(): CrontabLine | null {
  if (!entered) return null;
  entered.page ??= location.pathname;
  return entered.page === location.pathname ? entered.line : null;
}
