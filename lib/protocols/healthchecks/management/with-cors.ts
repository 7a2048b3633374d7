/**
 * Lets pages of any site read the response, and responds to OPTIONS and unsupported methods as Healthchecks does.
 */
export async function withCors(
  { method }: Request,
  methods: string[],
  handle: () => Promise<Response>,
): Promise<Response> {
  const response = await respond(method, methods, handle);
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set("Access-Control-Allow-Headers", "X-Api-Key");
  response.headers.set("Access-Control-Allow-Methods", [...methods, "OPTIONS"].join(", "));
  response.headers.set("Access-Control-Max-Age", "600");
  return response;
}

async function respond(method: string, methods: string[], handle: () => Promise<Response>) {
  if (method === "OPTIONS") return new Response(null, { status: 204 });
  if (methods.includes(method)) return handle();
  const error = `method not allowed: this path takes ${methods.join(", ")}`;
  return Response.json({ error }, { status: 405, headers: { Allow: [...methods, "OPTIONS"].join(", ") } });
}
