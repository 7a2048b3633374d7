import { headers } from "next/headers";
import { after } from "next/server";
import { readClientAddress } from "@/lib/http/peer-address";
import { recordFailedSignIn } from "@/lib/people/users/account-events";
import type { Person } from "@/lib/people/users/find";
import type { Credentials } from "@/lib/people/users/input";
import { signInWithPassword } from "@/lib/people/users/sign-in";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import { beginSession } from "./begin-session";
import { knownBrowser } from "./known-browser";

/** The user with these credentials; null if they are wrong. Refuses too many attempts. */
export async function findByPassword(credentials: Credentials): Promise<Person | null> {
  const address = readClientAddress(await headers());
  const source = { address, browser: await knownBrowser(credentials.email) };
  const person = await logRefusal(address, () => signInWithPassword(credentials, source, new Date()));
  if (!person) after(() => recordFailedSignIn(credentials.email, address));
  return person;
}

/** Signs a user in, and returns the page to show next. An unknown address and a incorrect password get the same Refusal. */
export async function signInByPassword(credentials: Credentials, path: string): Promise<string> {
  const person = await findByPassword(credentials);
  if (!person) throw new Refusal("resource_invalid", WRONG_CREDENTIALS);
  return beginSession({ userId: person.id, method: "password" }, path);
}

const WRONG_CREDENTIALS = "Incorrect email or password. Try again.";

/** Logs why a sign-in was refused. */
export async function logRefusal<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch((error) => {
    if (error instanceof Refusal) log.warn({ address, reason: error.message }, "sign-in refused");
    throw error;
  });
}
