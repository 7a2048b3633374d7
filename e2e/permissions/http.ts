const SESSION = "next-auth.session-token";

const base = () => process.env.APP_URL ?? "";

/** Every visitor has an IP address of its own. */
const anAddress = () =>
  [10, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 250) + 1)].join(".");

/** Sends a request as a browser would, without following redirects. */
export const ask = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(new URL(path, base()), {
    redirect: "manual",
    ...init,
    headers: { "X-Forwarded-For": anAddress(), ...headers },
  });

export const cookieIn = (session: string) => `${SESSION}=${session}`;

/** The cookies that a response sets, formatted for a request. */
export const cookiesOf = (answer: Response) =>
  answer.headers
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
  const csrf = await ask("/api/auth/csrf", { headers: { Cookie: carried } });
  const { csrfToken } = await csrf.json();
  const answer = await ask("/api/auth/callback/credentials", {
    method: "POST",
    headers: { Cookie: [carried, cookiesOf(csrf)].filter(Boolean).join("; "), ...headers },
    body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
  });
  const session = cookiesOf(answer)
    .split("; ")
    .find((cookie) => cookie.startsWith(`${SESSION}=`));
  if (!session) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
  return session;
}

/** The result of a visit, in one word. */
export function formResult(answer: Response): string {
  const place = answer.headers.get("location") ?? answer.headers.get("x-action-redirect") ?? "";
  if (place.includes("/sign-in")) return "sign in";
  if (answer.status === 404) return "not found";
  if (answer.status === 401) return "refused";
  if (answer.status === 204) return "nothing";
  if (place) return "elsewhere";
  return answer.status === 200 ? "shown" : `status ${answer.status}`;
}
