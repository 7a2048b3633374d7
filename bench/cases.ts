import { pool } from "@/lib/platform/db";

/** Adds cases, each with an owner and a webhook whose receiver never answers. */
export async function addCases(count: number): Promise<void> {
  await pool.query(
    `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, $1::int) n RETURNING id),
       people AS (INSERT INTO users (id, email) SELECT id, id || '@example.com' FROM added RETURNING id),
       belong AS (INSERT INTO members (case_id, user_id, role) SELECT added.id, added.id, 'owner' FROM added, people WHERE people.id = added.id)
     INSERT INTO webhooks (id, case_id, url, secret) SELECT new_id(), id, 'http://127.0.0.1:9/', 'whsec_' FROM added`,
    [count],
  );
}
