import { rootCertificates } from "node:tls";
import type { Program } from "./tattle-shell";

const TIMEOUT_MS = 10_000;

/**
 * The program with the certificates that this shell has set only if the server needs them: what is written for root and all users names
 * them, and a shell may have them for something else.
 */
export async function withoutNeedlessCertificates(program: Program, url: string): Promise<Program> {
  if (program.certificates === null || (url.startsWith("https:") && !(await isTrusted(url)))) return program;
  return { ...program, certificates: null };
}

/** Whether a server shows a certificate that Node.js trusts on its own. */
async function isTrusted(url: string): Promise<boolean> {
  const { request } = await import("node:https");
  return new Promise((resolve) => {
    request(url, { method: "HEAD", ca: [...rootCertificates], agent: false, timeout: TIMEOUT_MS })
      .on("response", () => resolve(true))
      .on("timeout", () => resolve(false))
      .on("error", () => resolve(false))
      .end();
  });
}
