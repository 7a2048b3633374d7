import type { openRoute } from "./next-route";

type Route = ReturnType<typeof openRoute>;

const ORIGIN = "http://localhost:3000";

/** A browser that keeps cookies for each host. Requests to our own origin go to `route` with the action of next-auth, others over the network. */
export class TestBrowser {
  private readonly jars = new Map<string, Map<string, string>>();
  constructor(private readonly route: Route) {}

  /** One request, without following a redirect. */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin, pathname } = new URL(url);
    const jar = this.jarOf(origin);
    const headers = new Headers(init.headers);
    headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const given = { redirect: "manual" as const, ...init, headers };
    const nextauth = pathname.replace("/api/auth/", "").split("/");
    const response = await (origin === ORIGIN ? this.route(url, given, { nextauth }) : fetch(url, given));
    return this.keep(url, response);
  }

  /** Keeps the cookies of a response. */
  keep(url: string, response: Response): Response {
    const jar = this.jarOf(new URL(url).origin);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  private jarOf(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }

  /** Starts to sign in at a provider, and returns where it sends the browser. */
  async start(provider: string, query = ""): Promise<string> {
    const { csrfToken } = await (await this.send(`${ORIGIN}/api/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, json: "true" });
    const response = await this.send(`${ORIGIN}/api/auth/signin/${provider}${query}`, {
      method: "POST",
      body,
    });
    return (await response.json()).url;
  }

  /** Follows redirects to the first page for which `isEnd`, and returns its address without opening it. */
  async follow(url: string, isEnd: (url: string) => boolean): Promise<string> {
    for (let at = url, i = 0; i < 10; i += 1) {
      if (isEnd(at)) return at;
      const location = (await this.send(at)).headers.get("location");
      if (!location) throw new Error(`${at} leads nowhere.`);
      at = new URL(location, at).href;
    }
    throw new Error(`${url} leads to no end.`);
  }

  /** Signs in, and returns the page to which it leads. */
  async signIn(provider: string): Promise<string> {
    const callback = await this.follow(await this.start(provider), isCallback);
    return (await this.send(callback)).headers.get("location") ?? "";
  }

  /** The cookies of our own origin. */
  cookieHeader = () =>
    [...(this.jars.get(ORIGIN) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");

  /** Another one with the same cookies. */
  copy(): TestBrowser {
    const copy = new TestBrowser(this.route);
    for (const [origin, jar] of this.jars) copy.jars.set(origin, new Map(jar));
    return copy;
  }
}

export const isCallback = (url: string) => url.startsWith(`${ORIGIN}/api/auth/callback/`);
