/** Pages about jobs are for those who sign in, and a crawler that opens a check-in URL would check in. */
const RULES = `User-agent: *
Allow: /$
Allow: /docs
Disallow: /
`;

export const GET = () => new Response(RULES, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
