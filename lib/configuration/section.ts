import type { z } from "zod";
import type { Plan } from "@/lib/rules/plans";
import type { AttributeChange, Change, Resource } from "./diff";
import type { Json } from "./file-input";
import type { Owner } from "./owner";
import type { Path, Problem } from "./problem";

type Attributes = Record<string, Json>;

/** What has a key, in a case or in its file. Empty for what a case has once. */
export type Keyed<Of = Attributes> = { key: string; attributes: Of };

/** An entry of a file, and its place in its list. */
export type Entry<Of = Attributes> = Keyed<Of> & { index: number };

/** A part of the file. `value` is null if the file does not have it, or if it is wrong. */
export type Parsed<Value> = { value: Value | null; problems: Problem[] };

/** The values of environment variables. Only those that a file names are read. */
export type Environment = Record<string, string | undefined>;

/** A secret that neither the environment nor the case has. */
export type MissingSecret = { path: Path; variable: string };

/** The secrets that an entry needs, and why they cannot be used. */
export type Secrets = { problems: Problem[]; missing: MissingSecret[] };

export type PlanOptions = {
  /** Whether what the file does not have is removed, in the sections that it has. */
  prunes: boolean;
  environment: Environment;
  /** Whether a plan says of no secret in a file whether it is the one that is stored: otherwise it could be guessed. */
  hidesSecrets: boolean;
  /** Whether a case on hold is refused by the caller, and is not a problem of the file. */
  ignoresHold: boolean;
};

/** What the plan of a section needs to know of the rest of a case. */
export type CaseFacts = {
  owner: Owner;
  theCase: { id: string; name: string; plan: Plan; onHoldAt: Date | null };
  members: { id: string; email: string }[];
  /** The channels that people’s browsers are, which add themselves. */
  browserIds: string[];
  /** How many there are with those that are not in the file of an owner. */
  snitchCount: number;
  /** The keys of an owner’s file that are of no use anymore, because their snitches have lost the tags. */
  takenKeys: string[];
  /** How many there are with those that do not recur. */
  maintenanceCount: number;
  /** How many things the case shares: pages and badges. */
  shareCount: number;
};

/** What there will be, for those that name it. */
type Future = {
  channels: Set<string>;
  snitches: Set<string>;
  /** All tags of snitches in the file. */
  tags: Set<string>;
  /** The keys of snitches that would depend on themselves through others. */
  circles: Set<string>;
  /** The slugs of the pages that everyone may see. */
  sharedPages: Set<string>;
  /** How many things the case shares, with the planned pages. */
  shareCount: number;
};

export type Context = { existing: CaseFacts; future: Future };

/** An entry of a file, and what it describes. */
export type Match<E, Found> = { entry: E; current: Found | null };

/** `removed` and `staying`: what the case has, and the file does not. */
export type Matched<E = Entry, Found = Keyed> = {
  matches: Match<E, Found>[];
  removed: Found[];
  staying: Found[];
};

type Planned<E, Found, Needs> = Match<E, Found> & { change: Change; secrets: Needs };

/** What becomes of a section. */
export type SectionPlan<E = Entry, Found = Keyed, Needs = Secrets | undefined> = {
  planned: Planned<E, Found, Needs>[];
  removed: Found[];
  staying: Found[];
  problems: Problem[];
  missing: MissingSecret[];
};

/** The compared values. `secrets`: those that differ but look the same. */
export type Comparison = { before: Attributes; after: Attributes; secrets?: AttributeChange[] };

/** Names the variable that holds a secret. */
export type NameVariable = (key: string, setting: string) => string;

/** A part of the file: how it is read, written, exported and compared. Pure: a thread without a database uses it. A `Store` applies it. */
export type Section<E extends Entry = Entry, Found extends Keyed = Keyed, Needs = Secrets | undefined> = {
  resource: Resource;
  /** Its form in the body of a request. */
  body: z.ZodType;
  parse(value: unknown, path: Path): Parsed<E[]>;
  /** Entries as the file has them. */
  write(entries: Keyed<E["attributes"]>[]): unknown;
  /** What a case has, in the order of its keys, as entries of a file; null for a section that it does not have. */
  export(all: Found[], variable: NameVariable): Keyed<E["attributes"]>[] | null;
  /** What a plan calls it. */
  title(attributes: E["attributes"] | Found["attributes"]): string;
  /** Attributes that aren't shown for a new entry. */
  defaults: Attributes;
  findSecrets?(match: Match<E, Found>, environment: Environment): Needs;
  compare(match: Match<E, Found>, secrets: Needs, hidesSecrets: boolean): Comparison;
  findProblems(plan: Omit<SectionPlan<E, Found, Needs>, "problems" | "missing">, context: Context): Problem[];
};

/** In the order of their keys. */
export const sorted = <Some extends Keyed<unknown>>(all: Some[]): Some[] =>
  all.toSorted((one, other) => (one.key < other.key ? -1 : 1));

export const countNew = (matches: Match<unknown, unknown>[]) =>
  matches.filter(({ current }) => !current).length;

/** The problems of keys that neither the file nor the case has. */
export const unknownKeys = (keys: string[], existing: Set<string>, path: Path, what: string): Problem[] =>
  keys
    .filter((key) => !existing.has(key))
    .map((key) => ({ path, message: `names “${key.slice(0, 60)}”, but no ${what} has this key` }));

export const unknownMembers = (addresses: string[], { members }: CaseFacts, path: Path): Problem[] =>
  addresses
    .filter((address) => members.every(({ email }) => email !== address))
    .map((address) => ({
      path,
      message: `names ${address.slice(0, 100)}, who is not a member of this case: invite them first`,
    }));
