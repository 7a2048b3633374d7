import { endProcess } from "./end-process";
import { env } from "./env";
import { explainUnwritable } from "./unwritable-folder";

/** Ends this process with one line if its journal could never be written. A full disk is not a reason: check-ins go to Postgres meanwhile. */
export function requireDataFolder(): void {
  const problem = explainUnwritable("DATA_DIR", env.DATA_DIR);
  if (problem) endProcess(problem);
}
