import { explainAbsence, findProgram } from "../programs";

export const dynamic = "force-dynamic";

const TEXT = { "Content-Type": "text/plain; charset=utf-8" };
const NAMES =
  "These files exist: tattle.mjs, tattle.mjs.sha256, tattle-kubernetes.mjs, tattle-run.sh and install.sh.\n";

/** The program alongside the jobs, for their machines: `tattle.mjs`, `tattle-kubernetes.mjs`, `tattle-run.sh`, `install.sh`, packages and checksums. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  const program = await findProgram(file);
  if (!program) return new Response(explainAbsence(file) ?? NAMES, { status: 404, headers: TEXT });
  const { body, hash, size, type } = program;
  const headers = {
    // Proxies may keep it, but ask whether there is a newer one.
    "Cache-Control": "public, no-cache",
    ETag: `"${hash}"`,
    "Content-Type": type,
    ...(size !== undefined && { "Content-Length": String(size) }),
  };
  if (request.headers.get("if-none-match")?.includes(headers.ETag)) {
    if (body instanceof ReadableStream) await body.cancel();
    return new Response(null, { status: 304, headers });
  }
  return new Response(body instanceof ReadableStream ? body : new Uint8Array(body), { headers });
}
