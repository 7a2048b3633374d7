import type { Readable } from "node:stream";

/** A place that stores backups. A backup appears in it completely or not at all. */
export type Store = {
  /** Where the store is, in words for people. Contains no secret. */
  location: string;
  list: () => Promise<string[]>;
  /** Resolves once the backup is stored durably. */
  write: (name: string, contents: Readable) => Promise<void>;
  read: (name: string) => Promise<Readable>;
  remove: (name: string) => Promise<void>;
};
