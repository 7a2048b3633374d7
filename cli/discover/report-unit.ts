import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { findSettings } from "../config";
import { readMoment } from "../moment";
import { redact } from "../run/redact";
import { deliver } from "../spool/deliver";
import type { Report } from "../spool/report";
import { removeSpooled, spool } from "../spool/spool";
import { readJobs } from "./known";
import { termsOfSnitch } from "./report-job";
import { readServiceResult } from "./service-result";

/** A service waits so long for its start to be reported; what takes longer waits in the spool. */
const TIMEOUT_MS = 2_000;
const OUTPUT_LINES = "200";
const MAX_OUTPUT_BYTES = 100_000;

/** Reports the start or the end of a service, from the variables that systemd sets. A service that is not watched is not reported. */
export async function reportUnit(
  phase: "start" | "stop",
  unit: string,
  state: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { jobs, settings } = readJobs(state, "root");
  const job = jobs.find(({ command, file }) => command === unit && file.endsWith(".timer"));
  if (!job?.checkInUrl) return;
  const rid = env.INVOCATION_ID || randomUUID();
  const { status, message } = readServiceResult(env);
  const output = phase === "stop" ? readOutput(rid) : Buffer.alloc(0);
  const report: Report = {
    server: null,
    snitch: { kind: "url", checkInUrl: job.checkInUrl, learnt: termsOfSnitch(job, hostname()) },
    signal: phase === "start" ? "start" : String(status),
    parameters: { rid, host: hostname(), ...(phase === "stop" && message && { m: message }) },
    at: readMoment(),
  };
  const file = spool(report, output);
  const { outcome } = await deliver(report, output, settings ?? findSettings(), { timeoutMs: TIMEOUT_MS });
  if (outcome !== "failed") removeSpooled(file);
}

/** The end of what this run printed, from the journal. Empty if there is no journal. */
function readOutput(invocation: string): Buffer {
  try {
    const options = [
      `_SYSTEMD_INVOCATION_ID=${invocation}`,
      "-o",
      "cat",
      "-n",
      OUTPUT_LINES,
      "--no-pager",
      "-q",
    ];
    const output = execFileSync("journalctl", options, {
      stdio: ["ignore", "pipe", "ignore"],
      timeout: TIMEOUT_MS,
    });
    const isCut = output.length > MAX_OUTPUT_BYTES;
    return redact(output.subarray(-MAX_OUTPUT_BYTES), [], isCut) ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}
