import { readFile } from "@/lib/api/configuration-request";
import { HTTP_STATUS, json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { toOwner } from "@/lib/configuration/owner";
import { applySent } from "@/lib/configuration/plan-sent";
import { invalid } from "@/lib/platform/refusal";

export const POST = withCase(
  async (request, { theCase, scope, by }) => {
    const asked = { caseId: theCase.id, owner: toOwner(scope), hidesSecrets: false, now: new Date() };
    const { digest, ...sent } = await readFile(request);
    if (!digest) throw invalid([{ attribute: "digest", message: "can't be blank: plan the file first" }]);
    const result = await applySent(sent, digest, asked, by);
    if ("applied" in result) return json(result.applied);
    const type = "plan_changed";
    const error = "The plan is not the one of this digest any more. Review the new one, and send its digest.";
    return json({ type, error, plan: result.newPlan }, HTTP_STATUS[type]);
  },
  { isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
