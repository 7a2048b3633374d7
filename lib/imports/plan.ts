import { setImmediate } from "node:timers/promises";
import { refuseBeyondPlan } from "@/lib/cases/plan";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { Refusal } from "@/lib/platform/refusal";
import type { Plan as CasePlan } from "@/lib/rules/plans";
import { isSlug } from "@/lib/rules/slug";
import { type NewSnitch, newSnitch } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import type { ImportedSnitch, LeftOut } from "./imported";

/** What there is already. */
export type Existing = {
  /** The snitches of the case. */
  own: { token: string; slug: string; environment: string }[];
  /** Which of the imported tokens check-in URLs have, or had before they were replaced. Those of `own` may be among them. */
  taken: ReadonlySet<string>;
  plan: CasePlan;
  /** How many more snitches the case may have. */
  room: number;
};

/** A snitch to create. `channels` are keys of imported channels. */
export type PlannedSnitch = Pick<ImportedSnitch, "identity" | "channels" | "pauseUntil"> & {
  input: NewSnitch;
};

export type ImportPlan = {
  create: PlannedSnitch[];
  /** The names of those that the case has already. They stay as they are. */
  unchanged: string[];
  leftOut: LeftOut[];
};

/** Batch size: snitches that are validated together. */
const BATCH = 20;

/** What an import will do. A snitch is the same if its token is, or else its slug and environment. */
export async function planImport(snitches: ImportedSnitch[], existing: Existing): Promise<ImportPlan> {
  const plan: ImportPlan = { create: [], unchanged: [], leftOut: [] };
  const own = new Set(existing.own.flatMap((one) => [one.token, nameKey(one)]));
  // Its snitches share a slug as they did before; with one of the case that is not among them, neither would be found by it.
  const imported = new Set(snitches.map(({ identity }) => identity.token));
  const unmatchedSnitches = new Set(
    existing.own.filter(({ token }) => !imported.has(token)).map(({ slug }) => slug),
  );
  const seen = new Set<string>();
  for (const snitch of snitches) {
    const { identity, name } = snitch;
    const key = identity.token ?? nameKey(identity);
    const problem =
      findProblem(snitch) ?? (seen.has(key) ? "there is another one with the same address" : null);
    seen.add(key);
    if (problem) plan.leftOut.push(leftOut(name, problem));
    else if (own.has(key)) plan.unchanged.push(name);
    else {
      // To compile a schedule takes a millisecond: of thousands, other requests would have to wait.
      if (plan.create.length % BATCH === 0) await setImmediate();
      add(plan, snitch, { ...existing, room: existing.room - plan.create.length }, unmatchedSnitches);
    }
  }
  return plan;
}

function add(
  plan: ImportPlan,
  snitch: ImportedSnitch,
  existing: Existing,
  unmatchedSnitches: Set<string>,
): void {
  const { name, identity, pauseUntil, channels } = snitch;
  const input = buildInput(snitch, existing);
  if (typeof input === "string") {
    plan.leftOut.push(leftOut(name, input));
    return;
  }
  const { token, slug = "", ...rest } = identity;
  const keepsSlug = token === undefined || (isSlug(slug) && !unmatchedSnitches.has(slug));
  plan.create.push({
    input,
    identity: { ...rest, ...(token && { token }), ...(keepsSlug && { slug }) },
    channels,
    pauseUntil,
  });
  if (!keepsSlug && slug) {
    plan.leftOut.push({
      what: cut(`slug “${slug}” of “${name}”`),
      why: "another snitch of this case has it",
    });
  }
}

/** The input of a new snitch, or why there can be none. */
function buildInput(
  { attributes, identity }: ImportedSnitch,
  { taken, plan, room }: Existing,
): NewSnitch | string {
  if (identity.token && taken.has(identity.token)) return TAKEN;
  const result = newSnitch.safeParse(attributes);
  if (!result.success) {
    return result.error.issues.map(({ path, message }) => `${String(path[0] ?? "it")} ${message}`).join("; ");
  }
  const { data } = result;
  if (room <= 0) return "the plan of this case has no room for more snitches";
  try {
    refuseBeyondPlan(plan, { terms: usableTerms(data, null), alertType: data.alert_type });
    return data;
  } catch (error) {
    if (error instanceof Refusal) return formatRefusal(error);
    throw error;
  }
}

export const TAKEN = "its address is already in use: add it by hand, with a new address";

/** Tokens of all products that are imported from. Shorter ones could be guessed, or be a path of ours. */
const TOKEN = /^[A-Za-z\d][\w-]{9,63}$/;

const MAX_ENVIRONMENT = 64;

function findProblem({ identity: { token, slug = "", environment = "" } }: ImportedSnitch): string | null {
  if (token !== undefined)
    return TOKEN.test(token) ? null : "its address has a form that Tattle doesn’t support";
  if (!isSlug(slug)) return "its slug must be letters, digits, hyphens, underscores and dots";
  const isUsable = environment.length <= MAX_ENVIRONMENT && isPostgresText(environment);
  return isUsable ? null : "the name of its environment is too long";
}

/** No token has a line break. */
const nameKey = ({ slug = "", environment = "" }: { slug?: string; environment?: string }) =>
  `${slug}\n${environment}`;

const leftOut = (name: string, why: string): LeftOut => ({ what: cut(`“${name}”`), why });

const MAX_CHARACTERS = 200;

const cut = (text: string) =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text;

/** What a refusal says, without its full stop. */
export const formatRefusal = ({ message, validations = [] }: Refusal) =>
  validations.length > 0
    ? validations.map((each) => `${each.attribute} ${each.message}`).join("; ")
    : message.replace(/\.$/, "");
