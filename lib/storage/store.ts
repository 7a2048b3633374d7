import type { Readable } from "node:stream";

/** A place that stores files by their names. A file appears in it completely or not at all. */
export type Store = {
  /** Where the store is, in words for people. Contains no secret. */
  location: string;
  list: () => Promise<string[]>;
  /** Resolves once the file is stored durably. */
  write: (name: string, contents: Readable) => Promise<void>;
  read: (name: string, signal?: AbortSignal) => Promise<Readable>;
  /** Safe to repeat. */
  remove: (name: string) => Promise<void>;
};
