import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseSecrets } from "@/lib/cases/api-key";
import { buildDsn } from "@/lib/protocols/sentry/dsn";

export const GET = withCase(async (_request, { theCase, access }) => {
  refuseSecrets(access);
  return json({ dsn: buildDsn(theCase) });
});

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
