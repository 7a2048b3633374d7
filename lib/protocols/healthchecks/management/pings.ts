import type { RunCheckIn } from "@/lib/history/list-check-ins-of-run";
import { query } from "@/lib/platform/db";
import { MAIL_METHOD } from "@/lib/rules/reports/filters";
import { isHealthy } from "@/lib/rules/reports/report";
import { durationOf, type Run, timeOfRunId } from "@/lib/rules/runs/run";
import { readOutput } from "@/lib/runs/outputs/read";
import { findRunsByKey } from "@/lib/runs/store";

/** As Healthchecks keeps them for its paying users. */
const MAX_PINGS = 1_000;

type Row = Omit<RunCheckIn, "id" | "kind" | "receivedAt"> & {
  kind: "finish" | "violation" | "start" | "expected_start" | "log" | "ignored";
  runId: string | null;
  count: number;
};

/** A ping of a snitch. The first one that was counted has the number 1. */
type Ping = Row & { n: number; run: Run | null };

/** The latest pings of a snitch, newest first. Their numbers continue, whatever was deleted before them. */
export async function listPings(snitchId: string): Promise<Ping[]> {
  const rows = await query<Row>(
    `SELECT c.kind::text AS kind, c.at, c.exit_status AS "exitStatus", c.message, c.method, c.address,
       c.user_agent AS "userAgent", c.run_id AS "runId", s.check_in_count AS count
     FROM snitches s JOIN check_ins c ON c.snitch_id = s.id
     WHERE s.id = $1 AND c.accepted ORDER BY c.at DESC, c.id DESC LIMIT ${MAX_PINGS}`,
    [snitchId],
  );
  const runs = await findRuns(snitchId, rows);
  // Check-ins from before they were counted have no other number.
  const last = Math.max(rows[0]?.count ?? 0, rows.length);
  return rows.map((row, rank) => ({ ...row, n: last - rank, run: runs.get(row.runId ?? "") ?? null }));
}

async function findRuns(snitchId: string, rows: Row[]): Promise<Map<string, Run>> {
  const ids = new Set(rows.flatMap(({ runId }) => runId ?? []));
  if (ids.size === 0) return new Map();
  const runs = await findRunsByKey(
    query,
    [...ids].map((id) => ({ snitchId, at: timeOfRunId(id), id })),
  );
  return new Map(runs.get(snitchId)?.map((run) => [run.id, run]));
}

const TYPES = { start: "start", expected_start: "start", log: "log", ignored: "ign", violation: "fail" };

const chooseType = ({ kind, exitStatus }: Ping) =>
  kind === "finish" ? (isHealthy({ exitStatus }) ? "success" : "fail") : TYPES[kind];

const isFinish = ({ kind }: Ping) => kind === "finish" || kind === "violation";

/** A ping's body: the output of its run, or its message. */
const findOutputId = (ping: Ping) => (isFinish(ping) ? (ping.run?.outputId ?? null) : null);

/** A ping as JSON. `url`: the address of its check in the API. `scheme`: that of check-in URLs. */
export function presentPing(ping: Ping, url: string, scheme: string) {
  const { n, at, address, method, userAgent, run } = ping;
  const hasBody = findOutputId(ping) !== null || ping.message !== "";
  const isMail = method === MAIL_METHOD;
  const durationMs = isFinish(ping) && run ? durationOf(run) : null;
  return {
    type: chooseType(ping),
    date: at.toISOString().replace(/(\.\d+)Z$/, "$1000+00:00"),
    n,
    scheme: isMail ? "email" : scheme,
    remote_addr: address || null,
    method,
    // As Healthchecks writes it.
    ua: isMail && userAgent !== "" ? `Email from ${userAgent}` : userAgent,
    rid: run?.rid ?? null,
    body_url: hasBody ? `${url}/pings/${n}/body` : null,
    ...(durationMs !== null && { duration: durationMs / 1_000 }),
  };
}

/** A ping's body as sent; null if it isn't among the latest, had none, or its body isn't stored. */
export async function readPingBody(snitchId: string, n: number): Promise<Buffer | null> {
  const ping = (await listPings(snitchId)).find((each) => each.n === n);
  if (!ping) return null;
  const outputId = findOutputId(ping);
  const output = outputId === null ? null : await readOutput(outputId);
  if (output) return output.data;
  return ping.message === "" ? null : Buffer.from(ping.message);
}
