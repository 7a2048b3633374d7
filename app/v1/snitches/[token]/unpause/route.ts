import { methodNotAllowed, noContent } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { unpauseSnitch } from "@/lib/monitoring/pause";

export const POST = withCase<{ token: string }>(
  async (_request, { theCase, params, by }) => {
    await unpauseSnitch(theCase.id, params.token, new Date(), by);
    return noContent();
  },
  { needs: "acknowledge" },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
