import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { hintList, presentedHint, readHints } from "@/lib/cases/hint-input";
import { refuseIfOnHold } from "@/lib/cases/plan";
import { updateCase } from "@/lib/cases/update";

const HINT = { hint: "Out of memory: see runbook 4.", url: "https://wiki.example.com/4" };

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "listHints",
    title: "List hints",
    description: "Returns the hints of the case, in order.",
    response: { name: "Hints", schema: z.array(presentedHint) },
    handle: async ({ theCase }) => readHints(theCase.hints),
  }),
  PUT: operation({
    id: "replaceHints",
    title: "Replace the hints",
    description:
      "Replaces all hints of the case with the array in the body, and returns them. Each hint needs an `exit_status`, a `text` or both.",
    body: { schema: hintList, name: "NewHints", list: "hints" },
    response: { name: "Hints", schema: z.array(presentedHint) },
    example: {
      body: [{ exit_status: 137, ...HINT }],
      response: [{ exit_status: 137, text: null, ...HINT }],
    },
    errors: ["account_on_hold"],
    handle: async ({ theCase, by, body }) => {
      refuseIfOnHold(theCase);
      const hints = await body();
      await updateCase(theCase.id, { hints }, by);
      return readHints(hints);
    },
  }),
});
