import { confirmPath } from "./session";

/** Leads from a file to the page that asks who the person is, and back. */
export function askFirst(request: Request): Response {
  const { pathname, search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { Location: confirmPath(`${pathname}${search}`) } });
}
