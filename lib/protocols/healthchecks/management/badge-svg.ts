import { makeBadge } from "badge-maker";

export type BadgeStatus = "up" | "late" | "down";

const COLORS: Record<BadgeStatus, string> = { up: "#1a7f37", late: "#9a5b00", down: "#b3261e" };
const MAX_CHARACTERS = 100;

/** A badge: a label on gray, and a status on its color. */
export function badgeSvg(label: string, status: BadgeStatus): string {
  const caption = [...label.toWellFormed()].slice(0, MAX_CHARACTERS).join("");
  // XML can't represent control characters.
  return makeBadge({ label: caption.replace(/\p{Cc}/gu, " "), message: status, color: COLORS[status] });
}
