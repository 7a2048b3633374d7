import type { SnitchIdentity } from "@/lib/snitches/create";

/** A job of another product, in our words. */
export type ImportedSnitch = {
  name: string;
  /** The attributes of the new snitch, as clients of our API send them. They are not validated yet. */
  attributes: Record<string, unknown>;
  /** Has a token, or else a slug: without either, the snitch could not be found again. */
  identity: SnitchIdentity;
  /** What ends its pause: the next check-in, or a person; null if it is not paused. */
  pauseUntil: "healthy" | "unpaused" | null;
  /** The keys of the imported channels that are alerted; empty for all channels of the case. */
  channels: string[];
};

/** A channel of another product, in our words. */
export type ImportedChannel = {
  /** Identifies it within this import. */
  key: string;
  kind: string;
  name: string;
  /** The settings of its kind. They are not validated yet. */
  settings: Record<string, unknown>;
};

/** Something that is not taken over. `why` is a sentence without its full stop. */
export type LeftOut = { what: string; why: string };

/** All that another product has. */
export type Imported = { snitches: ImportedSnitch[]; channels: ImportedChannel[]; leftOut: LeftOut[] };
