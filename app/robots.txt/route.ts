/** Pages about jobs are for those who sign in, but for status pages, which say by themselves if they are not for all; and a crawler that opens a check-in URL would check in. */
const RULES = `User-agent: *
Allow: /$
Allow: /docs
Allow: /status/
Disallow: /
`;

export const GET = () => new Response(RULES, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
