import type { z } from "zod";
import { newSnitch, pauseUntil, snitchChanges } from "@/lib/snitches/input";
import { tagList } from "@/lib/snitches/input-arrays";
import type { ErrorType } from "./errors";
import type { EXAMPLES } from "./examples";

export type Operation = {
  id: keyof typeof EXAMPLES;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  title: string;
  description: string;
  /** What parses the body; absent where none is read. */
  body?: { schema: z.ZodType; name: string; optional?: boolean };
  query?: { name: string; description: string };
  answer: "Snitch" | "Snitches" | "Tags" | "Document" | null;
  /** The errors beside those that every operation has. */
  errors: ErrorType[];
  isPublic?: boolean;
};

const WITH_BODY: ErrorType[] = ["request_too_large", "resource_invalid"];

/** Every operation of the API, in the order in which a newcomer would want them. */
export const OPERATIONS: Operation[] = [
  {
    id: "listSnitches",
    method: "GET",
    path: "/v1/snitches",
    title: "List snitches",
    description: "All snitches of the case, in no particular order. There are no pages.",
    query: {
      name: "tags",
      description: "Separated by commas: only snitches that carry every one of them are listed.",
    },
    answer: "Snitches",
    errors: [],
  },
  {
    id: "showSnitch",
    method: "GET",
    path: "/v1/snitches/{token}",
    title: "Show a snitch",
    description: "One snitch of the case.",
    answer: "Snitch",
    errors: ["resource_not_found"],
  },
  {
    id: "createSnitch",
    method: "POST",
    path: "/v1/snitches",
    title: "Create a snitch",
    description: "The snitch is `pending` until its job first checks in.",
    body: { schema: newSnitch, name: "NewSnitch" },
    answer: "Snitch",
    errors: ["plan_limit_reached", "account_on_hold", ...WITH_BODY],
  },
  {
    id: "updateSnitch",
    method: "PATCH",
    path: "/v1/snitches/{token}",
    title: "Update a snitch",
    description:
      "Changes the attributes that are present. `tags` replaces all tags. A new interval or alert type grants a fresh period.",
    body: { schema: snitchChanges, name: "SnitchChanges" },
    answer: "Snitch",
    errors: ["account_on_hold", "resource_not_found", ...WITH_BODY],
  },
  {
    id: "addTags",
    method: "POST",
    path: "/v1/snitches/{token}/tags",
    title: "Add tags",
    description: "Answers all tags of the snitch. One that it carries already stays where it is.",
    body: { schema: tagList, name: "NewTags" },
    answer: "Tags",
    errors: ["account_on_hold", "resource_not_found", ...WITH_BODY],
  },
  {
    id: "removeTag",
    method: "DELETE",
    path: "/v1/snitches/{token}/tags/{tag}",
    title: "Remove a tag",
    description:
      "Answers the tags that remain. In the path a space is `%20` or `+`. A tag that is not there is no fault.",
    answer: "Tags",
    errors: ["resource_not_found"],
  },
  {
    id: "pauseSnitch",
    method: "POST",
    path: "/v1/snitches/{token}/pause",
    title: "Pause a snitch",
    description:
      "Mutes its alerts. Safe to repeat: the latest `until` counts. A pending snitch can’t be paused.",
    body: { schema: pauseUntil(new Date()), name: "Pause", optional: true },
    answer: null,
    errors: ["resource_not_found", ...WITH_BODY],
  },
  {
    id: "unpauseSnitch",
    method: "POST",
    path: "/v1/snitches/{token}/unpause",
    title: "Unpause a snitch",
    description:
      "Back to the status that the pause covered, with a fresh period. Safe to call when it is not paused.",
    answer: null,
    errors: ["resource_not_found"],
  },
  {
    id: "removeSnitch",
    method: "DELETE",
    path: "/v1/snitches/{token}",
    title: "Delete a snitch",
    description: "With its whole history. Its check-in URL is unknown from then on.",
    answer: null,
    errors: ["resource_not_found"],
  },
  {
    id: "describeApi",
    method: "GET",
    path: "/v1/openapi.json",
    title: "Describe this API",
    description: "This reference as an OpenAPI 3.1 document. It needs no key.",
    answer: "Document",
    errors: [],
    isPublic: true,
  },
];
