import { parse } from "@/lib/api/parse";
import { newCase } from "@/lib/cases/input";
import {
  changePlan,
  ensureCase,
  findNamedCase,
  holdCase,
  releaseCase,
  replaceApiKey,
} from "@/lib/cases/operate";
import { PLANS, type Plan } from "@/lib/cases/plan";
import { db, pool } from "@/lib/db";
import { invalid } from "@/lib/refusal";
import { countByStatus } from "@/lib/snitches/list";
import { createUser } from "@/lib/users/create";
import { findUserByEmail } from "@/lib/users/find";
import { newUser } from "@/lib/users/input";
import { addWebhook } from "@/lib/webhooks/add";
import { seed as fillCase } from "@/prisma/seed";

/** Lets go of the database, which may be stopped next. */
export async function close() {
  await db.$disconnect();
  await pool.end();
}

/** The name of the key that a repeated bootstrap replaces. */
const KEY_NAME = "bootstrap";

type Wanted = { email: string; password: string; caseName: string; plan: string | undefined };

/** A user, a case of theirs and a key for it. Whoever is there already stays as they are, password included. */
export async function bootstrap({ email: given, password, caseName, plan }: Wanted) {
  const chosen = plan === undefined ? undefined : planNamed(plan);
  const { email } = parse(newUser, { email: given, password });
  const { name } = parse(newCase, { name: caseName });
  const found = await findUserByEmail(email);
  const user = found ?? (await createUser({ email, password }));
  const owner = await ensureCase(user.id, name, chosen);
  const key = await replaceApiKey(owner.id, KEY_NAME);
  const account = found ? `${email} (had an account: its password is as it was)` : email;
  return {
    text: `User     ${account}\nCase     ${owner.name} (${owner.id}, ${owner.plan})\nAPI key  ${key} (shown once)`,
    email,
    case: { id: owner.id, name: owner.name },
    api_key: key,
  };
}

export async function webhook(idOrName: string, url: string) {
  const owner = await findNamedCase(idOrName);
  const { id, secret } = await addWebhook(owner.id, url);
  return { text: `Webhook  ${id}\nSecret   ${secret}`, id, secret };
}

export async function plan(idOrName: string, wanted: string) {
  const chosen = planNamed(wanted);
  const owner = await findNamedCase(idOrName);
  await changePlan(owner.id, chosen);
  return { text: `${owner.name} is on the ${chosen} plan.`, id: owner.id, plan: chosen };
}

export async function hold(idOrName: string) {
  const owner = await findNamedCase(idOrName);
  await holdCase(owner.id, new Date());
  return { text: `${owner.name} is on hold.`, id: owner.id, on_hold: true };
}

export async function release(idOrName: string) {
  const owner = await findNamedCase(idOrName);
  await releaseCase(owner.id);
  return { text: `${owner.name} is on hold no longer.`, id: owner.id, on_hold: false };
}

/** Beside the cast of the demo so many snitches more. */
export async function seed(idOrName: string, snitches: number) {
  const owner = await findNamedCase(idOrName);
  await fillCase(owner.id, snitches, new Date());
  const counts = Object.values(await countByStatus(owner.id));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return { text: `${owner.name} has ${all.toLocaleString("en")} snitches.`, id: owner.id, snitches: all };
}

function planNamed(name: string): Plan {
  const found = PLANS.find((known) => known === name);
  if (!found) throw invalid([{ attribute: "plan", message: `must be one of ${PLANS.join(", ")}` }]);
  return found;
}
