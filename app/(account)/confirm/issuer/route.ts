import { notFound, redirect } from "next/navigation";
import { providerUrl } from "@/app/sign-in/provider-url";
import { pageOfForm, signedInUser } from "@/app/sign-in/session";
import { findIssuerOf } from "@/lib/people/users/single-sign-on";
import { env } from "@/lib/platform/env";

/** Lets the issuer ask the person again, who then comes back to the page with the link. The new session says when they were asked. */
export async function GET(): Promise<Response> {
  if (!env.OIDC_ISSUER) notFound();
  const page = await pageOfForm("/");
  const user = await signedInUser(page);
  if (!(await findIssuerOf(user.id))) notFound();
  const to = page.startsWith("/confirm?") ? page : `/confirm?to=${encodeURIComponent(page)}`;
  redirect(await providerUrl("oidc", `${to}&asked=`, { prompt: "login", max_age: "0" }));
}
