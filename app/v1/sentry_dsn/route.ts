import { readObject } from "@/lib/api/body";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { refuseFormerSecret } from "@/lib/cases/api-key-access";
import { snitchLimitChange } from "@/lib/cases/input";
import { presentSentryDsn } from "@/lib/cases/present-api-key";
import { changeDsnSnitchLimit } from "@/lib/cases/snitch-limit";
import { parse } from "@/lib/platform/parse";
import { buildDsn } from "@/lib/protocols/sentry/dsn";

// Whoever has the DSN can check in and add snitches.
export const GET = withCase(
  async (_request, { theCase, by }) => {
    refuseFormerSecret(by);
    return json(presentSentryDsn(buildDsn(theCase), theCase));
  },
  { needs: "change" },
);

export const PATCH = withCase(async (request, { theCase, by }) => {
  refuseFormerSecret(by);
  const { snitchLimit } = parse(snitchLimitChange, await readObject(request));
  await changeDsnSnitchLimit(theCase.id, snitchLimit, by);
  return json(presentSentryDsn(buildDsn(theCase), { ...theCase, dsnSnitchLimit: snitchLimit }));
});

const refuse = methodNotAllowed("GET", "HEAD", "PATCH");

export { refuse as DELETE, refuse as OPTIONS, refuse as POST, refuse as PUT };
