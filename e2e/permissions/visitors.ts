import { createHash, randomBytes, randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { encode } from "next-auth/jwt";
import pg from "pg";
import { cookieIn, PROXY_HEADER, signIn, signInAtProxy } from "./http";
import { BY_HAND, IN_THE_CASE, type Sources } from "./roles";

/** Every kind of visitor: each role, a member of another case, an ended session, no session. */
export const VISITORS = [...IN_THE_CASE, "outsider", "operator", "ended", "expired", "stranger"] as const;
export type Visitor = (typeof VISITORS)[number];
export const WITHOUT_SESSION: Visitor[] = ["stranger", "ended", "expired"];

export const PASSWORD = "correct horse battery";
const THIRTY_DAYS_SECONDS = 30 * 24 * 60 * 60;

/** Data for the permission tests: people with sessions, and a case with one of every resource. */
export class Visitors {
  private readonly pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
  private readonly cookies = new Map<Visitor, string>();
  private readonly emails = new Map<Visitor, string>();
  private readonly ids = new Map<Visitor, string>();
  caseId = "";
  private elsewhere = "";
  private sources: Sources = BY_HAND;
  readonly token = randomBytes(8).toString("hex");

  /** Each role of the case comes from its source. */
  async open(sources: Sources = BY_HAND): Promise<void> {
    this.sources = sources;
    const passwordHash = await hash(PASSWORD);
    for (const visitor of VISITORS) {
      if (visitor === "stranger") continue;
      const [id, email] = [randomUUID(), `${visitor}-${randomBytes(4).toString("hex")}@example.com`];
      this.ids.set(visitor, id);
      this.emails.set(visitor, email);
      await this.sql(
        `INSERT INTO users (id, email, password_hash, email_verified_at, operator_since)
         VALUES ($1, $2, $3, now(), CASE WHEN $4 THEN now() END)`,
        [id, email, passwordHash, visitor === "operator"],
      );
      await this.signIn(visitor);
    }
    await this.aFreshCase();
    await this.aCaseOf("outsider");
    await this.sql("DELETE FROM sessions WHERE user_id = $1", [this.ids.get("ended")]);
    this.cookies.set("expired", await this.expired());
  }

  close = () => this.pool.end();

  emailOf = (visitor: Visitor) => this.emails.get(visitor) ?? "";
  idOf = (visitor: Visitor) => this.ids.get(visitor) ?? "";
  cookieOf = (visitor: Visitor) => this.cookies.get(visitor) ?? "";

  /** What a request of the visitor has: the session, and what a proxy in front adds. */
  headersOf = (visitor: Visitor): Record<string, string> => ({
    Cookie: this.cookieOf(visitor),
    ...(this.sourceOf(visitor) === "proxy" && { [PROXY_HEADER]: this.emailOf(visitor) }),
  });

  sourceOf = (visitor: Visitor) => this.sources[visitor as keyof Sources] ?? "by hand";

  /** Restores the case, so that one visit does not affect the next. */
  async aFreshCase(): Promise<void> {
    this.caseId = randomUUID();
    const people = [...IN_THE_CASE, "ended", "expired"] as const;
    await this.sql(
      `WITH new_case AS (INSERT INTO cases (id, name) VALUES ($1, 'Walked'))
       , joined AS (INSERT INTO members (case_id, user_id, role, from_group)
         SELECT $1, * FROM unnest($2::uuid[], $3::role[], $4::text[]))
       INSERT INTO snitches (id, case_id, token, name, tags, interval, status, deadline, checked_in_at)
       VALUES ($5, $1, $6, 'Walked', '{within}', 'daily', 'healthy', now() + interval '1 day', now())
       ON CONFLICT (token) DO UPDATE SET case_id = EXCLUDED.case_id`,
      [
        this.caseId,
        people.map((each) => this.ids.get(each)),
        people.map((each) => (each === "ended" || each === "expired" ? "admin" : each)),
        people.map((each) => (this.sourceOf(each) === "by hand" ? null : "walkers")),
        randomUUID(),
        this.token,
      ],
    );
  }

  /** An API key of this kind, or with this access and for the snitches with this tag. Null for none. */
  async aKey(kind: string | { access: string; scope: string }): Promise<string | null> {
    if (kind === "none") return null;
    const { access, scope } = typeof kind === "string" ? { access: "full", scope: "all" } : kind;
    const key = randomBytes(16).toString("base64url");
    await this.sql(
      `INSERT INTO api_keys (id, name, prefix, hash, case_id, access, tags, expires_at, revoked_at)
       VALUES (gen_random_uuid(), 'Walked', $1, $2, $3, $4::api_key_access, $5, $6, $7)`,
      [
        key.slice(0, 5),
        kind === "revoked" ? `revoked ${randomUUID()}` : createHash("sha256").update(key).digest("hex"),
        kind === "another case’s" ? this.elsewhere : this.caseId,
        access,
        scope === "all" ? [] : [scope],
        kind === "expired" ? new Date(0) : null,
        kind === "revoked" ? new Date() : null,
      ],
    );
    return key;
  }

  private async aCaseOf(visitor: Visitor): Promise<void> {
    const id = randomUUID();
    this.elsewhere = id;
    await this.sql("INSERT INTO cases (id, name) VALUES ($1, 'Elsewhere')", [id]);
    await this.sql("INSERT INTO members (case_id, user_id, role) VALUES ($1, $2, 'owner')", [
      id,
      this.ids.get(visitor),
    ]);
  }

  async signIn(visitor: Visitor): Promise<void> {
    const email = this.emailOf(visitor);
    const isAtProxy = this.sourceOf(visitor) === "proxy";
    this.cookies.set(visitor, await (isAtProxy ? signInAtProxy(email) : signIn(email, PASSWORD)));
  }

  /** After something that may have ended the visitor’s session. Those without one stay without. */
  async signInAgain(visitor: Visitor): Promise<void> {
    if (!WITHOUT_SESSION.includes(visitor)) await this.signIn(visitor);
  }

  /** A session that has expired. */
  private async expired(): Promise<string> {
    const { rows } = await this.sql(
      "SELECT s.id, session_key FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.id = $1",
      [this.ids.get("expired")],
    );
    const token = await encode({
      token: { sub: this.idOf("expired"), sessionId: rows[0].id, sessionKey: rows[0].session_key },
      secret: process.env.AUTH_SECRET ?? "",
      maxAge: -THIRTY_DAYS_SECONDS,
    });
    return cookieIn(token);
  }

  sql = (text: string, values: unknown[] = []) => this.pool.query(text, values);
}
