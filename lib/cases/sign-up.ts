import { env } from "@/lib/env";
import { Refusal } from "@/lib/refusal";
import { createUser } from "@/lib/users/create";
import type { NewUser } from "@/lib/users/input";
import { createCase, firstCaseName } from "./create";

/** Signs somebody up: an account, and a case to begin with. Returns the case's id. */
export async function signUp(newcomer: NewUser, address = ""): Promise<string> {
  if (env.SIGN_UP === "invited") {
    throw new Refusal(
      "resource_invalid",
      "You need an invitation to join here. Ask whoever runs this Tattle for one.",
    );
  }
  const person = await createUser(newcomer);
  const by = { kind: "user", id: person.id, name: person.email, address } as const;
  const { id } = await createCase(person.id, firstCaseName(person.email), by);
  return id;
}
