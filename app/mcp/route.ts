import { route } from "@/lib/api/operation";
import { withCase } from "@/lib/api/with-case";

/** Tools for agents, by the Model Context Protocol. Each message has the key of a case, and each tool does what the API does. */
export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: withCase(
    async (request, { theCase, access }) => {
      // Loaded when an agent first asks: no other route needs it.
      const { respondToAgent } = await import("./server");
      const { status, headers, body } = await respondToAgent(
        request,
        { headers: request.headers, caseId: theCase.id },
        access,
      );
      return new Response(body, { status, headers: new Headers(headers) });
    },
    { needs: "read", narrowable: true },
  ),
});
