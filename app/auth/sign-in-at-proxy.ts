import { headers } from "next/headers";
import { signInWithProvider } from "@/lib/accounts/sign-in-with-provider";
import { readClientAddress } from "@/lib/http/peer-address";
import { log } from "@/lib/platform/log";
import { Refusal } from "@/lib/platform/refusal";
import type { ProxyPerson } from "@/lib/users/proxy-person";
import { keptSetUpCode } from "./set-up-cookie";

/** Finds or creates the account of a person whom the proxy has signed in, and gives it the roles of their groups. */
export async function signInAtProxy({
  given,
  email,
  groups,
}: ProxyPerson): Promise<{ id: string } | "refused" | "set-up code needed"> {
  const address = readClientAddress(await headers());
  const refuse = (reason: string) => {
    log.warn({ address, given, reason }, "sign-in refused");
    return "refused" as const;
  };
  if (!email) return refuse("the proxy does not name an e-mail address");
  try {
    const account = { provider: "proxy", subject: email, email, groups };
    const id = await signInWithProvider(account, { address, setUpCode: await keptSetUpCode() }, new Date());
    return id ? { id } : refuse("no account for this person of the proxy");
  } catch (error) {
    // The first account needs the set-up code, which only the sign-up page asks for.
    if (error instanceof Refusal) return "set-up code needed";
    throw error;
  }
}
