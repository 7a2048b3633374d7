import { z } from "zod";
import { notFound } from "@/lib/platform/refusal";

/** The id of an incident in a path. Anything that is no id identifies none, and Postgres would fail on it. */
export function incidentId(id: string): string {
  if (!z.uuid().safeParse(id).success) throw notFound("incident");
  return id;
}
