import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { env } from "@/lib/platform/env";

type Email = { email: string; primary: boolean; verified: boolean };

/** Only an address that the provider has proved may open an account: anything else counts as none. */
function github(clientId: string, clientSecret: string) {
  const isPublic = env.GITHUB_URL === "https://github.com";
  const api = isPublic ? "https://api.github.com" : `${env.GITHUB_URL}/api/v3`;
  const ask = async (path: string, token?: string) => {
    const answer = await fetch(`${api}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${path}.`);
    return answer.json();
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
        const profile = await ask("/user", tokens.access_token);
        const emails: Email[] = await ask("/user/emails", tokens.access_token);
        const proved = emails.filter(({ verified }) => verified);
        return { ...profile, email: (proved.find(({ primary }) => primary) ?? proved[0])?.email ?? null };
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

/** The providers whose keys are set. */
export const providers = [
  ...(env.GITHUB_ID && env.GITHUB_SECRET ? [github(env.GITHUB_ID, env.GITHUB_SECRET)] : []),
  ...(env.GOOGLE_ID && env.GOOGLE_SECRET ? [google(env.GOOGLE_ID, env.GOOGLE_SECRET)] : []),
];
