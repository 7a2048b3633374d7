import { remember } from "@epic-web/remember";
import { Issuer } from "openid-client";
import { refuseOtherIssuer, wellKnownOf } from "./oidc";

// Next.js loads this module more than once.
const cache = remember("tattle.issuer", () => ({ found: undefined as Promise<Issuer> | undefined }));

/** The issuer as its own document describes it. A failure is not kept. */
export function findIssuer(expected: string): Promise<Issuer> {
  cache.found ??= discover(expected).catch((error) => {
    cache.found = undefined;
    throw error;
  });
  return cache.found;
}

async function discover(expected: string): Promise<Issuer> {
  const issuer = await Issuer.discover(wellKnownOf(expected));
  refuseOtherIssuer(expected, issuer.metadata.issuer);
  return issuer;
}
