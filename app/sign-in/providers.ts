import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { env } from "@/lib/platform/env";
import { oidc } from "./oidc";

type GitHubEmail = { email: string; primary: boolean; verified: boolean };

/** GitHub or GitHub Enterprise Server. The email is the primary verified address, else any verified one, else null. */
function github(clientId: string, clientSecret: string) {
  const isPublic = env.GITHUB_URL === "https://github.com";
  const api = isPublic ? "https://api.github.com" : `${env.GITHUB_URL}/api/v3`;
  const fetchJson = async (path: string, token?: string) => {
    const response = await fetch(`${api}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GitHub responded ${response.status} to ${path}.`);
    return response.json();
  };
  return GitHub({
    clientId,
    clientSecret,
    issuer: `${env.GITHUB_URL}/login/oauth`,
    authorization: { url: `${env.GITHUB_URL}/login/oauth/authorize`, params: { scope: "user:email" } },
    token: `${env.GITHUB_URL}/login/oauth/access_token`,
    userinfo: {
      url: `${api}/user`,
      request: async ({ tokens }) => {
        const profile = await fetchJson("/user", tokens.access_token);
        const emails: GitHubEmail[] = await fetchJson("/user/emails", tokens.access_token);
        const verifiedEmails = emails.filter((email) => email.verified);
        return {
          ...profile,
          email: (verifiedEmails.find(({ primary }) => primary) ?? verifiedEmails[0])?.email ?? null,
        };
      },
    },
    profile: ({ id, email }) => ({ id: String(id), email }),
  });
}

const google = (clientId: string, clientSecret: string) =>
  Google({
    clientId,
    clientSecret,
    profile: ({ sub, email, email_verified }) => ({ id: sub, email: email_verified ? email : null }),
  });

const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env;

/** The providers that are configured in the environment. */
export const providers = [
  ...(OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
    ? [oidc({ issuer: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET })]
    : []),
  ...(env.GITHUB_ID && env.GITHUB_SECRET ? [github(env.GITHUB_ID, env.GITHUB_SECRET)] : []),
  ...(env.GOOGLE_ID && env.GOOGLE_SECRET ? [google(env.GOOGLE_ID, env.GOOGLE_SECRET)] : []),
];
