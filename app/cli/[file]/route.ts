import { findProgram } from "../programs";

export const dynamic = "force-dynamic";

/** The program beside the jobs, for their machines: `tattle.mjs`, `tattle-run.sh`, `install.sh` and checksums. */
export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }) {
  const program = await findProgram((await params).file);
  if (!program)
    return new Response("There is tattle.mjs, tattle.mjs.sha256, tattle-run.sh and install.sh.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  const headers = {
    // Proxies may keep it, but ask whether there is a newer one.
    "Cache-Control": "public, no-cache",
    ETag: `"${program.hash}"`,
    "Content-Type": program.type,
  };
  if (request.headers.get("if-none-match")?.includes(headers.ETag))
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(program.body), { headers });
}
