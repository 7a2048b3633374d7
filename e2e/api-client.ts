import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import pg from "pg";

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer[] };
export type ApiResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** An API client in a case of its own. It sends raw HTTP, so that no library normalizes its requests. */
export class ApiClient {
  private readonly pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
  private readonly key = randomBytes(16).toString("base64url");
  private readonly authorization = `Basic ${Buffer.from(`${this.key}:`).toString("base64")}`;

  async open(): Promise<void> {
    const hash = createHash("sha256").update(this.key).digest("hex");
    await this.pool.query(
      `WITH owner AS (INSERT INTO cases (id, name) VALUES (gen_random_uuid(), 'API') RETURNING id)
       INSERT INTO api_keys (id, name, prefix, hash, case_id) SELECT gen_random_uuid(), 'API', $1, $2, id FROM owner`,
      [this.key.slice(0, 5), hash],
    );
  }

  async close(): Promise<void> {
    const hash = createHash("sha256").update(this.key).digest("hex");
    await this.pool.query("DELETE FROM cases WHERE id = (SELECT case_id FROM api_keys WHERE hash = $1)", [
      hash,
    ]);
    await this.pool.end();
  }

  /** Sends JSON as any client would. */
  async sendJson(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const headers = { "Content-Type": "application/json" };
    const response = await this.send({
      method,
      path,
      headers,
      body: body === undefined ? "" : JSON.stringify(body),
    });
    return { status: response.status, body: response.body === "" ? "" : JSON.parse(response.body) };
  }

  /** Sends exactly this. A list of buffers is sent without a Content-Length. */
  send({ method, path, headers = {}, body = "" }: Sent): Promise<ApiResponse> {
    const { hostname, port } = new URL(process.env.APP_URL ?? "");
    const given = { Authorization: this.authorization, ...headers };
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers: given }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.on("error", reject);
      for (const chunk of typeof body === "string" ? [] : body) sent.write(chunk);
      sent.end(typeof body === "string" ? body : undefined);
    });
  }
}
