const SESSION = "next-auth.session-token";

const base = () => process.env.APP_URL ?? "";

/** Every visitor has an IP address of its own. */
const anAddress = () =>
  [10, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 250) + 1)].join(".");

/** Sends a request as a browser would, without following redirects. */
export const send = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(new URL(path, base()), {
    redirect: "manual",
    ...init,
    headers: { "X-Forwarded-For": anAddress(), ...headers },
  });

export const cookieIn = (session: string) => `${SESSION}=${session}`;

/** The cookies that a response sets, formatted for a request. */
export const readCookies = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

/** Signs in as next-auth's own page does, and returns the session cookie. */
export async function signIn(
  email: string,
  password: string,
  carried = "",
  headers: Record<string, string> = {},
): Promise<string> {
  return sessionIn(await sendPassword(email, password, carried, headers), email);
}

/** Sends the password of someone with a second factor, and returns the cookie of the sign-in that waits for it. */
export const startToSignIn = async (email: string, password: string): Promise<string> =>
  cookieNamed("tattle.pending-sign-in", await sendPassword(email, password), email);

async function sendPassword(email: string, password: string, carried = "", headers = {}): Promise<Response> {
  const csrf = await send("/api/auth/csrf", { headers: { Cookie: carried } });
  const { csrfToken } = await csrf.json();
  return send("/api/auth/callback/credentials", {
    method: "POST",
    headers: { Cookie: [carried, readCookies(csrf)].filter(Boolean).join("; "), ...headers },
    body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
  });
}

/** The header in which a proxy names the person; `e2e/run.ts` sets it. */
export const PROXY_HEADER = "X-Forwarded-Email";

/** Comes from a proxy that has signed the person in, and returns the session cookie. */
export const signInAtProxy = async (email: string): Promise<string> =>
  sessionIn(await send("/sign-in/proxy", { headers: { [PROXY_HEADER]: email } }), email);

const sessionIn = (response: Response, email: string) => cookieNamed(SESSION, response, email);

async function cookieNamed(name: string, response: Response, email: string): Promise<string> {
  const found = readCookies(response)
    .split("; ")
    .find((cookie) => cookie.startsWith(`${name}=`));
  if (!found) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  return found;
}

/** The result of a visit, in one word. */
export function formResult(response: Response): string {
  const location = response.headers.get("location") ?? response.headers.get("x-action-redirect") ?? "";
  if (location.includes("/sign-in")) return "sign in";
  if (response.status === 404) return "not found";
  if (response.status === 401) return "refused";
  if (response.status === 204) return "nothing";
  if (/^\/account\/security(\?|;|$)/.test(location)) return "set it up";
  if (location.startsWith("/confirm?")) return "asked again";
  if (location) return "elsewhere";
  return response.status === 200 ? "shown" : `status ${response.status}`;
}
