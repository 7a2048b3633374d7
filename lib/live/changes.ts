import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { STEADY } from "@/lib/platform/pool";

const CHANNEL = "case_changed";

/** Changes that come this close together are told as one. */
const TOGETHER_MS = 150;
const RECONNECT_MS = 2_000;

const changed = new Set<string>();
let isTelling = false;

/**
 * Tells whoever looks at these cases, in every process, that what they see has changed. Comes after the commit, so that
 * no transaction waits for others that have something to tell; one that is lost is made up for by the next look.
 */
export function tellChanged(caseIds: Iterable<string>): void {
  for (const caseId of caseIds) changed.add(caseId);
  if (changed.size === 0 || isTelling) return;
  isTelling = true;
  setTimeout(tell, TOGETHER_MS).unref();
}

function tell() {
  isTelling = false;
  const caseIds = [...changed];
  changed.clear();
  pool
    .query(`SELECT pg_notify('${CHANNEL}', id) FROM unnest($1::text[]) AS id`, [caseIds])
    .catch((fault: Error) => log.debug({ fault: fault.message }, "pages were not told of a change"));
}

type Listener = () => void;

/** Next.js loads this module once for each kind of route: they share one connection. */
const kept = globalThis as { tattleListeners?: Map<string, Set<Listener>>; tattleListens?: boolean };
kept.tattleListeners ??= new Map();
const listeners = kept.tattleListeners;

/** Calls back after each change in this case that the database tells of. Returns how to stop. */
export function onChange(caseId: string, listener: Listener): () => void {
  const ofCase = listeners.get(caseId) ?? new Set();
  listeners.set(caseId, ofCase.add(listener));
  listen();
  return () => {
    ofCase.delete(listener);
    if (ofCase.size === 0 && listeners.get(caseId) === ofCase) listeners.delete(caseId);
  };
}

/** One connection for as long as somebody listens; a lost one is replaced, and what it may have missed is told to all. */
function listen(): void {
  if (kept.tattleListens) return;
  kept.tattleListens = true;
  const client = new STEADY.Client({ ...STEADY, connectionString: env.DATABASE_URL });
  const again = () =>
    setTimeout(() => {
      kept.tattleListens = false;
      if (listeners.size > 0) listen();
      for (const ofCase of listeners.values()) for (const listener of ofCase) listener();
    }, RECONNECT_MS).unref();
  client.on("notification", ({ payload = "" }) => {
    for (const listener of listeners.get(payload) ?? []) listener();
  });
  client.connect().then(
    () => {
      client.once("end", again);
      client.query(`LISTEN ${CHANNEL}`).catch(() => client.end());
    },
    (fault: Error) => {
      log.debug({ fault: fault.message }, "pages are not told of changes for now");
      again();
    },
  );
}
