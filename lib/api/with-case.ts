import { caseForKey } from "@/lib/cases/api-key";
import type { Case } from "@/lib/db/generated/client";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/refusal";
import { answerFor } from "./answer";

type Handler<Params> = (request: Request, on: { owner: Case; params: Params }) => Promise<Response>;

/** Runs a management operation on behalf of the case whose API key signs the request. */
export function withCase<Params>(handle: Handler<Params>) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    try {
      if (env.MAINTENANCE) {
        throw new Refusal("service_unavailable", "Maintenance is under way. Try again in a few minutes.");
      }
      const { owner } = await caseForKey(request.headers.get("authorization"));
      return await handle(request, { owner, params: await context.params });
    } catch (thrown) {
      return answerFor(thrown);
    }
  };
}
