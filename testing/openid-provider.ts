import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type KeyLike, SignJWT } from "jose";
import Provider from "oidc-provider";

export const CLIENT = { id: "tattle", secret: "a-secret-of-the-tests" };
export const CALLBACK = "http://localhost:3000/api/auth/callback/oidc";

const KEY_ID = "key-of-the-tests";

type Rewrite = (path: string, json: Record<string, unknown>) => unknown;

/** What the provider says of a person. */
export type OpenIdPerson = { sub: string; email?: string; email_verified?: boolean; groups?: string[] };

type Options = {
  /** Extra metadata of the client. */
  client?: Record<string, unknown>;
  /** Where claims alongside `sub` are: in the ID token, or only at the userinfo endpoint. */
  claimsAt?: "id token" | "userinfo";
};

/** A real OpenID Connect provider on loopback. Everyone who comes is `person`. Close it when done. */
export async function openOpenIdProvider({ client = {}, claimsAt = "id token" }: Options = {}) {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, OpenIdPerson>();
  const { privateKey }: GenerateKeyPairResult = await generateKeyPair("RS256", { extractable: true });
  const state = {
    person: { sub: "1" } as OpenIdPerson,
    /** Changes the JSON that the provider responds at a path. */
    rewrite: undefined as Rewrite | undefined,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [CALLBACK],
        grant_types: ["authorization_code", "refresh_token"],
        backchannel_logout_uri: "http://localhost:3000/api/auth/backchannel-logout",
        backchannel_logout_session_required: true,
        ...client,
      },
    ],
    claims: { openid: ["sub", "sid"], email: ["email", "email_verified"], groups: ["groups"] },
    scopes: ["openid", "offline_access", "email", "profile", "groups"],
    conformIdTokenClaims: claimsAt === "userinfo",
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => people.get(id) ?? { sub: id } }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: CLIENT.id, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid offline_access email profile groups");
      await grant.save();
      return grant;
    },
    cookies: { keys: ["a key of the tests"] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: KEY_ID }] },
    ttl: {
      RefreshToken: 3_600,
      Session: 3_600,
      Grant: 3_600,
      Interaction: 3_600,
      IdToken: 3_600,
      AccessToken: 3_600,
    },
  });
  server.on("request", async (request, response) => {
    rewriteJson(response, (json) => state.rewrite?.(request.url ?? "", json) ?? json);
    if (!request.url?.startsWith("/interaction/")) return provider.callback()(request, response);
    people.set(state.person.sub, state.person);
    await provider.interactionFinished(request, response, { login: { accountId: state.person.sub } });
  });
  return {
    issuer,
    provider,
    state,
    /** A token with the signature of the provider, or with another key. */
    sign: (claims: Record<string, unknown>, key: KeyLike = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: KEY_ID, typ: "JWT" }).sign(key),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function rewriteJson(response: ServerResponse, rewrite: (json: Record<string, unknown>) => unknown): void {
  const end = response.end.bind(response);
  response.end = ((body?: unknown, ...more: never[]) => {
    if (typeof body !== "string" || !/json/.test(String(response.getHeader("content-type"))))
      return end(body, ...more);
    void Promise.resolve(rewrite(JSON.parse(body))).then((json) => {
      const text = JSON.stringify(json);
      response.setHeader("content-length", Buffer.byteLength(text));
      end(text);
    });
    return response;
  }) as typeof response.end;
}
