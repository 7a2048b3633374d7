import type { LockedSnitch } from "@/lib/snitches/store";
import type { Rebuilt } from "./rebuild";

/** A snitch as it is, and as it is with its late reports. */
export type LateContext = {
  snitch: LockedSnitch;
  rebuilt: Rebuilt;
  /** The time of the earliest of these reports. */
  lateSince: Date;
  /** Until when the state of the snitch had been computed without them. */
  appliedUntil: Date;
  /** Until when its history was replayed. */
  until: Date;
};
