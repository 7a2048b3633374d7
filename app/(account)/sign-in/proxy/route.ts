import { redirect } from "next/navigation";
import { signInAtProxy } from "@/app/sign-in/provider";
import { currentProxyPerson } from "@/app/sign-in/proxy-person";
import { safeRedirect } from "@/app/sign-in/safe-redirect";

/** Starts the session of a person whom the proxy in front of Tattle has signed in. A page cannot: it sets no cookies. */
export async function GET(request: Request): Promise<Response> {
  const to = safeRedirect(new URL(request.url).searchParams.get("to"));
  const person = await currentProxyPerson();
  redirect(person ? await signInAtProxy(person, to) : `/sign-in?to=${encodeURIComponent(to)}`);
}
