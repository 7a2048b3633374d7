import { remember } from "@epic-web/remember";
import { env } from "@/lib/platform/env";
import { Places } from "@/lib/platform/places";
import { invalidAttribute } from "@/lib/platform/refusal";
import { SharedThread } from "@/lib/platform/shared-thread";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { listNameParts } from "./guessable-parts";

/** The dictionaries take some 40 MB while they are loaded, and a third of a second to load. */
const THREAD = { ms: 20 * SECOND_MS, idleMs: MINUTE_MS / 2, heapMb: 384 };

const estimator = remember(
  "tattle.password-estimator",
  () => new SharedThread<{ password: string; parts: string[] }, string | null>("estimate-password", THREAD),
);

/** All wait for one thread: a person who sends many passwords at once holds up no one for longer than one of them takes. */
const places = remember("tattle.new-passwords", () => new Places(20, "new password"));

/** What others may know about the owner of a password: their email address, and the names of their cases. */
export type OwnNames = [email: string, ...cases: string[]];

/**
 * Refuses a password that is easy to guess for someone who knows these names about its owner, and at once any while another one for
 * this address is looked at.
 */
export async function refuseGuessable(password: string, names: OwnNames): Promise<void> {
  const parts = listNameParts([...names, "Tattle", "snitch", new URL(env.APP_URL).hostname]);
  const reason = await places.use(names[0].toLowerCase(), () => estimator.ask({ password, parts }));
  if (reason === "too late") throw invalidAttribute("password", NOT_LOOKED_AT);
  if (reason !== null) throw invalidAttribute("password", `is easy to guess: ${reason}. ${ADVICE}`);
}

const ADVICE = "Use three or four unrelated words, or let a password manager generate one";
const NOT_LOOKED_AT = "could not be checked, because the server is busy: try again in a minute";
