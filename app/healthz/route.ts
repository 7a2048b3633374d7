export const dynamic = "force-dynamic";

/** Says that the web process answers, without asking anything of the database. */
export const GET = () =>
  new Response("ok", {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
