/** `lib/http/proxy-headers.ts` routes requests here that say who a person is, and do not come from the operator's proxy. */
const refuse = () =>
  new Response(
    "This request has a header that only the proxy in front of Tattle may send, so it was refused.\n",
    {
      status: 403,
    },
  );

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
