import { Secret, TOTP } from "otpauth";
import { db, type Sql, transaction } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";
import { invalidAttribute, Refusal } from "@/lib/platform/refusal";
import { recordAddedFactor, recordRemovedFactor } from "./change";
import type { FactorChange, Owner } from "./record";

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
const ISSUER = "Tattle";
/** Accepts a code of the step before or after, because clocks differ and typing takes time. */
const WINDOW_STEPS = 1;

/** The app that is being set up: what its QR code says, and the secret to type. */
export type AppSetUp = { uri: string; secret: string };

/** Makes a secret for an app. It counts for nothing until its first code was typed. Refuses if there is an app already. */
export async function startSetUp(userId: string, now: Date): Promise<void> {
  const secret = encrypt(new Secret({ size: SECRET_BYTES }).base32);
  await transaction(async (sql) => {
    const [row] = await sql(
      `INSERT INTO authenticator_apps (user_id, secret, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, created_at = EXCLUDED.created_at
       WHERE authenticator_apps.confirmed_at IS NULL
       RETURNING user_id`,
      [userId, secret, now],
    );
    if (!row) throw new Refusal("resource_invalid", HAS_APP);
  });
}

const HAS_APP = "You already have an authenticator app. Remove it first.";

/** The app that the user is setting up. Null if they are not. */
export async function findSetUp({ id, email }: Owner): Promise<AppSetUp | null> {
  const app = await db.authenticatorApp.findUnique({ where: { userId: id, confirmedAt: null } });
  if (!app) return null;
  const secret = decrypt(app.secret);
  const totp = new TOTP({ issuer: ISSUER, label: email, secret });
  return { uri: totp.toString(), secret };
}

/**
 * Finishes setting up an app with its first code. Returns recovery codes if it is the first factor of the account: they cannot
 * be read again.
 */
export async function finishSetUp(user: Owner, code: string, change: FactorChange): Promise<string[] | null> {
  return transaction(async (sql) => {
    const [app] = await sql<{ secret: string }>(
      "SELECT secret FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NULL FOR UPDATE",
      [user.id],
    );
    if (!app)
      throw new Refusal("resource_invalid", "Setup was finished or restarted elsewhere. Reload the page.");
    const step = findStep(decrypt(app.secret), code, change.now);
    if (step === null) throw invalidAttribute("code", WRONG_CODE);
    await sql("UPDATE authenticator_apps SET confirmed_at = $2, last_step = $3 WHERE user_id = $1", [
      user.id,
      change.now,
      step,
    ]);
    return recordAddedFactor(sql, user, { ...change, factor: "authenticator app" });
  });
}

const WRONG_CODE =
  "This isn’t the code that the app shows now. If it is, check the clocks of your phone and the server";

/** Removes the app. Does nothing if there is none. */
export async function removeApp(user: Owner, change: FactorChange): Promise<void> {
  await transaction(async (sql) => {
    const [row] = await sql<{ confirmedAt: Date | null }>(
      `DELETE FROM authenticator_apps WHERE user_id = $1 RETURNING confirmed_at AS "confirmedAt"`,
      [user.id],
    );
    if (row?.confirmedAt) await recordRemovedFactor(sql, user, { ...change, factor: "authenticator app" });
  });
}

/** Whether this is a code of the user’s app that was not accepted before. It is used up. Safe if it is sent twice at the same time. */
export async function takeAppCode(sql: Sql, userId: string, code: string, now: Date): Promise<boolean> {
  const [app] = await sql<{ secret: string }>(
    "SELECT secret FROM authenticator_apps WHERE user_id = $1 AND confirmed_at IS NOT NULL",
    [userId],
  );
  const step = app ? findStep(decrypt(app.secret), code, now) : null;
  if (step === null) return false;
  const rows = await sql(
    "UPDATE authenticator_apps SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id",
    [userId, step],
  );
  return rows.length > 0;
}

/** The time step that the code is for. Null if it is for none near now. */
function findStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code.replace(/\s/g, ""), timestamp, window: WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
