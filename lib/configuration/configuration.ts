import type { Fields } from "./file-input";
import type { CaseFacts, Keyed, Secrets, Section, SectionPlan } from "./section";
import { badges } from "./sections/badges";
import { channels } from "./sections/channels";
import { escalation } from "./sections/escalation";
import { maintenance } from "./sections/maintenance";
import { pages } from "./sections/pages";
import { policies } from "./sections/policies";
import { settings } from "./sections/settings";
import { snitches } from "./sections/snitches";

/** The version of the format. Another one is refused. */
export const VERSION = 1;

/** The sections, in the order of a file. */
const SECTIONS = { settings, escalation, policies, channels, snitches, maintenance, pages, badges };

type Sections = typeof SECTIONS;
export type SectionKey = keyof Sections;

/** What a file says of a section, what a case has of it, and what becomes of it. */
type PartsOf<Key extends SectionKey> =
  Sections[Key] extends Section<infer E, infer Found, infer Needs extends Secrets | undefined>
    ? { entry: E; found: Found; plan: SectionPlan<E, Found, Needs> }
    : never;
export type EntryOf<Key extends SectionKey> = PartsOf<Key>["entry"];
export type FoundOf<Key extends SectionKey> = PartsOf<Key>["found"];
export type PlanOf<Key extends SectionKey> = PartsOf<Key>["plan"];

/** The sections, without what each of them alone knows of its entries. */
export const ROWS: Record<SectionKey, Section> = SECTIONS;

export const KEYS = Object.keys(SECTIONS) as SectionKey[];

/** The order in which sections are planned and applied, each after those that it names. */
export const IN_ORDER: readonly SectionKey[] = [
  ...KEYS.filter((key) => key !== "escalation" && key !== "policies"),
  "escalation",
  "policies",
];

/** Something of each section, in the order of a file. */
export const mapSections = <Value>(map: (section: Section, key: SectionKey) => Value) =>
  Object.fromEntries(KEYS.map((key) => [key, map(ROWS[key], key)])) as Record<SectionKey, Value>;

/** What a file says. A section that it does not have is null: all of that stays as it is. */
export type Configuration = { [Key in SectionKey]: EntryOf<Key>[] | null } & {
  /** The name or the id of the case. Null if the file names none. */
  case: string | null;
};

/** What a case has, with the keys by which a file names it. For an owner, only what the owner’s file can have. */
export type Existing = { [Key in SectionKey]: FoundOf<Key>[] } & CaseFacts;

type Content = { [Key in SectionKey]: Keyed[] | null } & { case: string | null };

/** A configuration as a file has it: without what is the default, and each entry after its key. */
export const buildContent = (configuration: Content): Fields => ({
  version: VERSION,
  ...(configuration.case !== null && { case: configuration.case }),
  ...Object.fromEntries(
    KEYS.flatMap((key) => {
      const entries = configuration[key];
      return entries ? [[key, ROWS[key].write(entries)]] : [];
    }),
  ),
});
