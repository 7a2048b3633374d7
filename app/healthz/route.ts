export const dynamic = "force-dynamic";

/** 200 while the web process runs. Does not query the database. */
export const GET = () =>
  new Response("ok", {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
