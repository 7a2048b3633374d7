import { methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";

/** Tools for agents, by the Model Context Protocol. Each message has the key of a case, and each tool does what the API does. */
export const POST = withCase(
  async (request, { theCase, access }) => {
    // Loaded when an agent first asks: no other route needs it.
    const { answerAgent } = await import("./server");
    const { status, headers, body } = await answerAgent(
      request,
      { headers: request.headers, caseId: theCase.id },
      access,
    );
    return new Response(body, { status, headers: new Headers(headers) });
  },
  { needs: "read", isNarrowable: true },
);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
