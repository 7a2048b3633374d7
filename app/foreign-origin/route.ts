import { env } from "@/lib/platform/env";

/** `lib/http/foreign-origin.ts` routes requests here that a page of another site has sent. */
const refuse = () =>
  new Response(
    `This request did not come from a page of Tattle, so it was refused. Open ${env.APP_URL} and try again there.\n`,
    { status: 403 },
  );

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
