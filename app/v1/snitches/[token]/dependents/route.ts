import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { findSnitch } from "@/lib/snitches/find";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listDependents",
    title: "List dependents",
    description: "Returns the tokens of the snitches that depend on this one, sorted.",
    response: { name: "Dependents", schema: z.array(z.string()) },
    example: { response: ["c2354d53d2b1a4f0"] },
    errors: ["resource_not_found"],
    handle: async ({ theCase, params }) => {
      const snitch = await findSnitch(theCase.id, params.token);
      if (!snitch) throw notFound("snitch");
      const dependents = await db.snitch.findMany({
        where: { parents: { some: { parentId: snitch.id } } },
        select: { token: true },
        orderBy: { token: "asc" },
      });
      return dependents.map(({ token }) => token);
    },
  }),
});
