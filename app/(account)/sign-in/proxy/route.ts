import { redirect } from "next/navigation";
import { currentProxyPerson } from "@/app/auth/proxy-person";
import { currentSession } from "@/app/auth/session";
import { signInAtProxy } from "@/app/auth/sign-in-at-proxy";
import { deleteReplacedSession } from "@/lib/users/sessions";
import { signInByProxy } from "../../next-auth";
import { safeRedirect } from "../../safe-redirect";

/** Starts the session of a person whom the proxy in front of Tattle has signed in. A page cannot: it sets no cookies. */
export async function GET(request: Request): Promise<Response> {
  const to = safeRedirect(new URL(request.url).searchParams.get("to"));
  const person = await currentProxyPerson();
  if (!person) redirect(`/sign-in?to=${encodeURIComponent(to)}`);
  const outcome = await signInAtProxy(person);
  if (outcome === "set-up code needed") redirect("/sign-up?error=set-up");
  if (outcome === "refused") redirect("/sign-in?error=proxy");
  const replaced = await currentSession();
  await signInByProxy(to);
  if (replaced) await deleteReplacedSession(replaced);
  redirect(to);
}
