import { ensureCase } from "@/lib/cases/operator";
import { createUser } from "@/lib/people/users/create";
import { pool } from "@/lib/platform/db";
import { seed } from "@/prisma/seed";
import { aSessionCookie } from "@/testing/session-cookie";
import { ADA } from "./browser";
import { addSnitches } from "./bystanders";
import { load } from "./load";

const SNITCHES = 2_000;
const REPORTS = 5_000;
const CHECKING_IN = 100_000;
const LOAD_MS = 30_000;
const READERS = 6;

/** Opens the pages of a case one after another, as long as the load lasts. */
async function read(paths: string[], headers: Record<string, string>): Promise<void> {
  for (const endsAt = Date.now() + LOAD_MS; Date.now() < endsAt; ) {
    for (const page of paths) {
      const response = await fetch(`http://localhost:${process.env.PORT}${page}`, { headers });
      if (response.status !== 200) throw new Error(`${page} returned ${response.status}`);
      await response.text();
    }
  }
}

await addSnitches(CHECKING_IN, CHECKING_IN);
const { id: userId } = await createUser(ADA);
const { id: caseId } = await ensureCase(userId, "Bench");
await seed(caseId, SNITCHES, new Date());
const { rows } = await pool.query<{ token: string }>(
  "SELECT token FROM snitches WHERE case_id = $1 LIMIT 50",
  [caseId],
);
const paths = ["", "/incidents", ...rows.map(({ token }) => `/snitches/${token}`)].map(
  (page) => `/${caseId}${page}`,
);
const headers = { Cookie: await aSessionCookie(userId) };
const checkIns = { port: Number(process.env.CHECK_IN_PORT), prefix: "", warmUpMs: 0, measuredMs: LOAD_MS };
const reports = {
  says: "s=1&m=disk+full",
  first: CHECKING_IN - REPORTS,
  snitches: REPORTS,
  requests: REPORTS,
};
await Promise.all([
  ...Array.from({ length: READERS }, () => read(paths, headers)),
  load({ ...checkIns, connections: 64, snitches: CHECKING_IN - REPORTS }),
  load({ ...checkIns, connections: 500, ...reports }),
]);
await pool.end();
process.exit(0);
