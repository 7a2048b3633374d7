import { readFile } from "@/lib/api/configuration-request";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { isAllowed } from "@/lib/cases/api-key-access";
import { toOwner } from "@/lib/configuration/owner";
import { planSent } from "@/lib/configuration/plan-sent";

export const POST = withCase(
  async (request, { theCase, scope, access }) => {
    // Who may not change a channel must not try out its secrets, either.
    const hidesSecrets = !isAllowed(access, "change");
    const asked = { caseId: theCase.id, owner: toOwner(scope), hidesSecrets, now: new Date() };
    const { body, format, prunes } = await readFile(request);
    return json(await planSent({ body, format, prunes: prunes ?? false }, asked));
  },
  { needs: "plan", isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
