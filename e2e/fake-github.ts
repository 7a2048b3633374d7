import { createServer } from "node:http";

type Person = { id: number; emails: { email: string; primary: boolean; verified: boolean }[] };

/** The parts of GitHub that signing in uses. Everyone is this person. */
export class FakeGitHub {
  person: Person = { id: 1, emails: [] };

  private readonly server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", process.env.E2E_GITHUB_URL);
    if (pathname === "/login/oauth/authorize") {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "a-code");
      back.searchParams.set("state", searchParams.get("state") ?? "");
      return response.writeHead(302, { Location: back.href }).end();
    }
    const said = {
      "/login/oauth/access_token": { access_token: "a-token", token_type: "bearer", scope: "user:email" },
      "/api/v3/user": { id: this.person.id, login: "ada", email: "not-asked-for@example.com" },
      "/api/v3/user/emails": this.person.emails,
    }[pathname];
    response
      .writeHead(said ? 200 : 404, { "Content-Type": "application/json" })
      .end(JSON.stringify(said ?? {}));
  });

  async open(): Promise<void> {
    const { hostname, port } = new URL(process.env.E2E_GITHUB_URL ?? "");
    await new Promise<void>((resolve) => this.server.listen(Number(port), hostname, resolve));
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
