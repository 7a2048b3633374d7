import { existsSync } from "node:fs";
import path from "node:path";
import { OPERATOR } from "@/lib/audit/record";
import { openFolder } from "@/lib/backups/folder";
import { createBackup, listBackups } from "@/lib/backups/make";
import { openStore } from "@/lib/backups/open-store";
import { RestoreError, restore as restoreFrom } from "@/lib/backups/restore";
import { newCase } from "@/lib/cases/input";
import {
  changePlan,
  ensureCase,
  findNamedCase,
  holdCase,
  releaseCase,
  replaceApiKey,
} from "@/lib/cases/operator";
import { addWebhook } from "@/lib/channels/add";
import { reseal } from "@/lib/channels/reseal";
import { resealApps } from "@/lib/people/second-factors/reseal";
import { resetFactors } from "@/lib/people/second-factors/reset";
import { createUser } from "@/lib/people/users/create";
import { findUserByEmail } from "@/lib/people/users/find";
import { emailRequest, newUser } from "@/lib/people/users/input";
import { createOperatorLink } from "@/lib/people/users/magic-link";
import { setOperator } from "@/lib/people/users/operator";
import { refuseGuessable } from "@/lib/people/users/refuse-guessable";
import { endAllSessions } from "@/lib/people/users/sessions";
import { buildSetUpLink, findOrCreateSetUpCode } from "@/lib/people/users/set-up-code";
import { db, pool, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { publishPending } from "@/lib/platform/publish-change";
import { invalidAttribute, parse } from "@/lib/platform/refusal";
import { UserError } from "@/lib/platform/user-error.mjs";
import { formatCount } from "@/lib/rules/format-count";
import { PLANS, type Plan } from "@/lib/rules/plans";
import { grantFreshPeriods } from "@/lib/snitches/grant-fresh-periods";
import { summarizeSnitches } from "@/lib/snitches/list";
import { resealKeys } from "@/lib/status-pages/reseal-keys";
import type { Store } from "@/lib/storage/store";
import { listMigrations, migrate } from "@/prisma/migrate";
import { seed as fillCase } from "@/prisma/seed";
import { step } from "./progress.mjs";

export { applyConfiguration, exportConfiguration } from "./configuration-commands";
export { importFrom } from "./import-command";

/** Closes the connections to the database, which may be stopped next. */
export async function close() {
  await publishPending();
  await db.$disconnect();
  await pool.end();
}

/** The name of the key that a repeated bootstrap replaces. */
const KEY_NAME = "bootstrap";

type BootstrapOptions = { email: string; password: string; case: string; plan?: string };

/** Creates a user, a case and an API key for it. An existing user keeps the password. */
export async function bootstrap(options: BootstrapOptions) {
  const chosen = options.plan === undefined ? undefined : parsePlan(options.plan);
  const { email, password } = parse(newUser, { email: options.email, password: options.password });
  const caseInput = parse(newCase, { name: options.case });
  const existingUser = await findUserByEmail(email);
  if (!existingUser) await refuseGuessable(password, [email, caseInput.name]);
  const user = existingUser ?? (await createUser({ email, password }));
  const { id, name, plan } = await ensureCase(user.id, caseInput.name, chosen);
  const key = await replaceApiKey(id, KEY_NAME);
  const account = existingUser ? `${email} (existing account: password unchanged)` : email;
  const text = `User     ${account}\nCase     ${name} (${id}, ${plan})\nAPI key  ${key} (shown once)`;
  return { text, email, case: { id, name }, api_key: key };
}

export async function webhook(idOrName: string, url: string) {
  const theCase = await findNamedCase(idOrName);
  const { id, secret } = await addWebhook(theCase.id, url, OPERATOR);
  return { text: `Webhook  ${id}\nSecret   ${secret}`, id, secret };
}

/** Re-encrypts everything with the current AUTH_SECRET, so that the previous one can be removed. */
export async function resealSecrets() {
  const { channels, pushKeys } = await reseal();
  const apps = await resealApps();
  const links = await resealKeys();
  const parts = [
    formatCount(channels, "channel"),
    ...(apps > 0 ? [formatCount(apps, "authenticator app")] : []),
    ...(links > 0 ? [formatCount(links, "status page link")] : []),
    ...(pushKeys ? ["the push keys"] : []),
  ];
  const text = `Re-encrypted ${parts.join(", ")}.`;
  return { text, channels, push_keys: pushKeys, authenticator_apps: apps, page_links: links };
}

export async function plan(idOrName: string, name: string) {
  const chosen = parsePlan(name);
  const theCase = await findNamedCase(idOrName);
  await changePlan(theCase.id, chosen);
  return { text: `${theCase.name} is on the ${chosen} plan.`, id: theCase.id, plan: chosen };
}

export async function hold(idOrName: string) {
  const theCase = await findNamedCase(idOrName);
  await holdCase(theCase.id, new Date());
  return { text: `${theCase.name} is on hold.`, id: theCase.id, on_hold: true };
}

export async function operator(address: string) {
  const { email } = parse(emailRequest, { email: address });
  await setOperator(email);
  return { text: `${email} is now the only operator of this installation.`, email };
}

/** A way in that needs neither a mail server nor the operator’s single sign-on. */
export async function signInLink(address: string) {
  const { email } = parse(emailRequest, { email: address });
  const { url, expiresAt } = await createOperatorLink(email, new Date());
  const text = `Link     ${url}\nWorks    once, within ten minutes, as ${email}`;
  return { text, email, url, expires_at: expiresAt };
}

/** Helps people who have lost their phone and their recovery codes. */
export async function resetSecondFactor(address: string) {
  const { email } = parse(emailRequest, { email: address });
  const count = await resetFactors(email, new Date());
  const text =
    count === 0
      ? `${email} has no second factor. Nothing was changed.`
      : `Removed from ${email}: ${formatCount(count, "second factor")} and the recovery codes. They have been signed out and notified by email.`;
  return { text, email, removed: count };
}

/** The code that the first account needs, while there is none. */
export async function setUpCode() {
  const code = await transaction(findOrCreateSetUpCode);
  const text = code
    ? `Set-up code  ${code}\nLink         ${buildSetUpLink(env.APP_URL, code)}\nThe person who signs up with it becomes the operator of this installation.`
    : "There is already an account, so no code is needed.";
  return { text, set_up_code: code };
}

export async function release(idOrName: string) {
  const theCase = await findNamedCase(idOrName);
  await releaseCase(theCase.id);
  return { text: `${theCase.name} is no longer on hold.`, id: theCase.id, on_hold: false };
}

/** Adds the snitches of the demo with their history, and this many more. */
export async function seed(idOrName: string, snitches: number) {
  const theCase = await findNamedCase(idOrName);
  const now = new Date();
  await fillCase(theCase.id, snitches, now);
  const { counts } = await summarizeSnitches(theCase.id, now);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    text: `${theCase.name} has ${formatCount(all, "snitch", "snitches")}.`,
    id: theCase.id,
    snitches: all,
  };
}

/** What the system says of a file that cannot be written. */
const UNWRITABLE = ["EACCES", "EPERM", "ENOENT", "ENOTDIR", "EROFS", "ENOSPC", "EDQUOT"];

export async function backup() {
  const store = await openStore();
  const writing = step("Writing the backup", () => createBackup(store, new Date()));
  const name = await writing.catch((error: NodeJS.ErrnoException) => {
    if (!UNWRITABLE.includes(error.code ?? "")) throw error;
    throw new UserError(
      `The backup could not be written to ${store.location} (${error.code}). Set BACKUP_DIR to a folder that this user can write to, or free up disk space.`,
    );
  });
  return { text: `Backup   ${name}\nPlace    ${store.location}`, name, place: store.location };
}

/** Fills the empty database from a file, or from the backup of this name. */
export async function restore(fileOrName: string) {
  const { store, name } = await findBackup(fileOrName);
  const openBackup = () =>
    store.read(name).catch((error: Error) => {
      throw new RestoreError(`${name} cannot be read: ${error.message}.`);
    });
  const client = await pool.connect();
  try {
    const { at, rows } = await step(`Restoring ${name}`, () => restoreFrom(client, openBackup, migrateTo));
    await migrate(databaseUrl());
    await endAllSessions();
    const granted = await grantFreshPeriods(new Date());
    const text = [
      `Restored ${rows.toLocaleString("en")} rows from ${at.toISOString()}.`,
      `Snitches that were due in the meantime and now start a new period: ${granted.toLocaleString("en")}.`,
      "Everyone has to sign in again. Changes made since the backup are undone: review members and API keys.",
    ];
    return { text: text.join("\n"), name, at, rows, granted };
  } finally {
    client.release(true);
  }
}

const databaseUrl = () => process.env.DATABASE_URL ?? "";

async function migrateTo(migrations: string[]) {
  const existing = await listMigrations();
  const unknown = migrations.find((name) => !existing.includes(name));
  if (unknown)
    throw new RestoreError(
      `The backup was made by a newer version of Tattle (this one lacks ${unknown}): restore it with that version.`,
    );
  await migrate(databaseUrl(), migrations);
}

async function findBackup(fileOrName: string): Promise<{ store: Store; name: string }> {
  if (existsSync(fileOrName))
    return { store: openFolder(path.dirname(fileOrName)), name: path.basename(fileOrName) };
  const store = await openStore();
  const names = await listBackups(store);
  if (names.includes(fileOrName)) return { store, name: fileOrName };
  const there = names.length > 0 ? `the latest are ${names.slice(-5).join(", ")}` : "there are none";
  throw new RestoreError(`There is no file or backup named ${fileOrName} in ${store.location}: ${there}.`);
}

function parsePlan(name: string): Plan {
  const match = PLANS.find((each) => each === name);
  if (!match) throw invalidAttribute("plan", `must be one of ${PLANS.join(", ")}`);
  return match;
}
