import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { authenticateKey } from "@/lib/cases/api-key";
import { startIfSecondFactorNeeded } from "@/lib/people/second-factors/pending-sign-in";
import { signInByLink } from "@/lib/people/users/magic-link";
import { startSession } from "@/lib/people/users/sessions";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { UserError } from "@/lib/platform/user-error.mjs";
import { anApp } from "@/testing/authenticator-app";
import { aProduct, CHECKS, healthchecks, KEYS } from "@/testing/products";
import {
  backup,
  bootstrap,
  hold,
  importFrom,
  operator,
  plan,
  release,
  resetSecondFactor,
  restore,
  setUpCode,
  signInLink,
  webhook,
} from "./admin-commands";

const ada = { email: "Ada@example.com", password: "correct horse", case: "Nightly" };
const signedWith = (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

const READ = { permission: "read", verb: "GET", address: "192.0.2.7" } as const;

test("the set-up code is shown until there is an account; bootstrap needs none", async () => {
  const { set_up_code: code, text } = await setUpCode();
  expect(text).toContain(`/sign-up?code=${code}\n`);
  expect(await setUpCode()).toMatchObject({ set_up_code: code });

  await bootstrap({ ...ada, case: "First" });

  expect(await setUpCode()).toMatchObject({ set_up_code: null });
});

test("bootstrap refuses a password that is easy to guess, and makes nothing", async () => {
  const easy = { email: "eve@example.com", password: "password123", case: "Easy" };
  await expect(bootstrap(easy)).rejects.toMatchObject({ validations: [{ attribute: "password" }] });
  expect(await db.user.findUnique({ where: { email: easy.email } })).toBeNull();
});

test("a repeated bootstrap finds the same user and case, and replaces its key", async () => {
  const first = await bootstrap(ada);
  const second = await bootstrap({ ...ada, plan: "team" });

  expect(second).toMatchObject({ email: "ada@example.com", case: first.case });
  expect((await authenticateKey(signedWith(second.api_key), READ)).theCase).toMatchObject({
    id: first.case.id,
    plan: "team",
  });
  await expect(authenticateKey(signedWith(first.api_key), READ)).rejects.toMatchObject({
    type: "api_key_invalid",
  });
  const events = await db.auditEvent.findMany({
    where: { caseId: first.case.id, resourceName: "bootstrap" },
  });
  expect(events.map(({ actorName, action }) => `${actorName} ${action}`).sort()).toEqual([
    "operator api_key.created",
    "operator api_key.created",
    "operator api_key.revoked",
  ]);
});

test("an import at the command line reaches private addresses, lists what it did, and can be repeated", async () => {
  const { case: theCase } = await bootstrap({ ...ada, case: "Moving" });
  const product = await aProduct(healthchecks());
  const given = { url: product.url, key: KEYS.healthchecks };

  const tried = await importFrom("healthchecks", "Moving", { ...given, dryRun: true });
  expect(tried.text).toContain(
    "Nothing was changed. An import would do this:\nSnitches to add    4\n  Database backup",
  );
  expect(await db.snitch.count({ where: { caseId: theCase.id } })).toBe(0);

  const { text, ...facts } = await importFrom("healthchecks", "Moving", given);
  expect(text).toContain("Snitches added     4\n");
  expect(text).toMatch(/\nLeft out {11}2\n {2}integration “My Work Email”/);
  expect(facts).toEqual({
    dry_run: false,
    created: ["Database backup", "reports", "Payroll", "Old sync"],
    channels: [],
    unchanged: 0,
    left_out: expect.arrayContaining([{ what: "integration slack", why: expect.any(String) }]),
  });
  expect(await importFrom("healthchecks", "Moving", given)).toMatchObject({ created: [], unchanged: 4 });
  expect(
    await db.auditEvent.count({
      where: { caseId: theCase.id, actorKind: "operator", action: "snitch.created" },
    }),
  ).toBe(4);
  product.close();
});

test("names from outside cannot send control characters to the terminal", async () => {
  await bootstrap({ ...ada, case: "Terminal" });
  const [check] = CHECKS;
  const product = await aProduct(
    healthchecks(["v3"], [{ ...check, uuid: "0c8983c9-9d73-446f-adb5-0641fdacc900", name: "a\u001b[2J\nb" }]),
  );

  const { text } = await importFrom("healthchecks", "Terminal", {
    url: product.url,
    key: KEYS.healthchecks,
    dryRun: true,
  });

  expect(text).toContain("\n  a [2J b\n");
  product.close();
});

test("a database that is not there is named", async () => {
  await bootstrap({ ...ada, case: "Files" });

  await expect(importFrom("kuma", "Files", { key: "", file: "/nowhere/kuma.db" })).rejects.toMatchObject({
    validations: [{ attribute: "file", message: "/nowhere/kuma.db does not exist" }],
  });
});

test("a case is named by its id or by its name", async () => {
  const { case: theCase } = await bootstrap({ ...ada, case: "Named" });

  await plan(theCase.id, "free");
  await hold("Named");
  expect(await db.case.findUnique({ where: { id: theCase.id } })).toMatchObject({
    plan: "free",
    onHoldAt: expect.any(Date),
  });

  await release("Named");
  expect(await db.case.findUnique({ where: { id: theCase.id } })).toMatchObject({ onHoldAt: null });
  expect(await webhook("Named", "https://example.com/hook")).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
  });
});

test("operator makes one account, and no other, run the installation", async () => {
  await bootstrap({
    email: "next@example.com",
    password: "correct horse",
    case: "Next",
  });

  await operator(" Next@Example.com ");

  const operators = await db.user.findMany({ where: { operatorSince: { not: null } } });
  expect(operators.map(({ email }) => email)).toEqual(["next@example.com"]);
  await expect(operator("nobody@example.com")).rejects.toThrow("No such account.");
  expect(await db.user.count({ where: { operatorSince: { not: null } } })).toBe(1);
});

test("a sign-in link is made only for an account, and its cases are notified who made it", async () => {
  const { case: theCase } = await bootstrap({
    email: "in@example.com",
    password: "correct horse",
    case: "In",
  });

  const { text, url, expires_at } = await signInLink(" In@example.com ");

  expect(url).toMatch(/\/sign-in\/link\/[\w-]{43}$/);
  expect(text).toContain(url);
  expect(expires_at.getTime()).toBeLessThanOrEqual(Date.now() + 10 * 60_000);
  expect(
    await db.auditEvent.findFirst({ where: { caseId: theCase.id, action: "account.link_created" } }),
  ).toMatchObject({ actorKind: "operator", facts: {} });
  await expect(signInLink("nobody@example.com")).rejects.toThrow("No such account.");
});

test("an operator who has lost the password, the phone and the recovery codes gets in again by two commands", async () => {
  const { email } = await bootstrap({ email: "lost@example.com", password: "correct horse", case: "Lost" });
  const { id } = await db.user.findUniqueOrThrow({ where: { email } });
  await anApp(id, new Date());
  const browser = { method: "password", userAgent: "", address: "" };
  expect(await startSession(id, browser, new Date())).toBeNull();

  const { text } = await resetSecondFactor(email);
  const { url } = await signInLink(email);
  const { id: signedIn, method } = await signInByLink(url.split("/").at(-1) ?? "", "", new Date());

  expect(text).toContain("1 second factor and the recovery codes");
  expect(signedIn).toBe(id);
  expect(await startIfSecondFactorNeeded(id, method, new Date())).toBeNull();
  expect(await startSession(id, { ...browser, method }, new Date())).not.toBeNull();
  await db.email.deleteMany();
});

test("a name that several cases have is refused with their ids", async () => {
  const { case: one } = await bootstrap({ ...ada, case: "Twice" });
  const { case: other } = await bootstrap({ ...ada, email: "grace@example.com", case: "Twice" });

  const message = expect.stringContaining(`${one.id}, ${other.id}`);
  await expect(hold("Twice")).rejects.toMatchObject({ validations: [{ attribute: "case", message }] });
});

test("a backup that cannot be written is one line", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-commands-"));
  env.BACKUP_DIR = path.join(folder, "file", "backups");
  writeFileSync(path.join(folder, "file"), "");
  await expect(backup()).rejects.toEqual(
    new UserError(
      `The backup could not be written to ${env.BACKUP_DIR} (ENOTDIR). Set BACKUP_DIR to a folder that this user can write to, or free up disk space.`,
    ),
  );
  rmSync(folder, { recursive: true });
  env.BACKUP_DIR = undefined;
});

test("an unknown plan is refused with the list of plans", async () => {
  await expect(bootstrap({ ...ada, plan: "gold" })).rejects.toMatchObject({
    validations: [{ attribute: "plan" }],
  });
});

test("a backup of a newer version, or one that does not exist, is refused with the reason", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tattle-commands-"));
  env.BACKUP_DIR = folder;
  const { name, place } = await backup();
  expect(place).toBe(folder);
  const file = path.join(folder, name);
  const [header, ...rest] = gunzipSync(readFileSync(file)).toString("latin1").split("\n");
  const newer = header?.replace('"migrations":[', '"migrations":["29990101000000_tomorrow",') ?? "";
  writeFileSync(file, gzipSync(Buffer.from([newer, ...rest].join("\n"), "latin1")));
  await db.case.deleteMany();
  await db.user.deleteMany();

  await expect(restore(name)).rejects.toThrow(
    "made by a newer version of Tattle (this one lacks 29990101000000_tomorrow)",
  );
  await expect(restore("nothing.gz")).rejects.toThrow(
    `named nothing.gz in ${folder}: the latest are ${name}.`,
  );
  rmSync(folder, { recursive: true });
  env.BACKUP_DIR = undefined;
});
