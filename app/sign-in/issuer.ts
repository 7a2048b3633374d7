import { remember } from "@epic-web/remember";
import { Issuer } from "openid-client";
import { SECOND_MS } from "@/lib/rules/durations";
import { refuseOtherIssuer, wellKnownOf } from "./oidc";

// Next.js loads this module more than once.
const cache = remember("tattle.issuer", () => ({ found: undefined as Promise<Issuer> | undefined }));

/** The issuer as its own document describes it. A failure is not kept. */
export function findIssuer(issuerUrl: string): Promise<Issuer> {
  cache.found ??= discover(issuerUrl).catch((error) => {
    cache.found = undefined;
    throw error;
  });
  return cache.found;
}

async function discover(issuerUrl: string): Promise<Issuer> {
  const issuer = await Issuer.discover(wellKnownOf(issuerUrl));
  refuseOtherIssuer(issuerUrl, issuer.metadata.issuer);
  return issuer;
}

const NEVER = new Date(0);

/**
 * When the issuer last asked the person who they are: perhaps long before this sign-in. One that could say it and does not counts as if
 * it never had; one that never says it cannot be held to it.
 */
export async function findAskedAt(
  issuerUrl: string,
  { auth_time: time }: Record<string, unknown>,
  now: Date,
): Promise<Date> {
  if (typeof time === "number") return new Date(Math.min(time * SECOND_MS, now.getTime()));
  const { claims_supported: claims } = (await findIssuer(issuerUrl)).metadata;
  return Array.isArray(claims) && claims.includes("auth_time") ? NEVER : now;
}
