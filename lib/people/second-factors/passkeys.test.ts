import { describe, expect, test } from "vitest";
import { createUser } from "@/lib/people/users/create";
import { findSignedIn, startSession } from "@/lib/people/users/sessions";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { startTestSession } from "@/testing/sessions";
import { SoftPasskey } from "@/testing/soft-passkey";
import { ada, deletePeopleAfterEachTest } from "@/testing/users";
import { confirmByPasskey } from "./confirm";
import { listFactors } from "./find";
import { additionOptions, optionsFor, signInOptions, toUserHandle } from "./passkey-options";
import { addPasskey, removePasskey, renamePasskey, verifyPasskey } from "./passkeys";
import { findPendingSignIn, startIfSecondFactorNeeded } from "./pending-sign-in";

deletePeopleAfterEachTest();

const tuesday = new Date("2026-03-10T12:00Z");
const later = (ms: number) => new Date(tuesday.getTime() + ms);
const SIGN_IN = { act: "sign in", subject: "" } as const;

const bob = () => createUser({ email: "bob@example.com", password: "correct horse" });
type Owner = Awaited<ReturnType<typeof bob>>;

const changeOf = ({ id }: Owner) => ({ sessionId: id, address: "", now: tuesday });

/** A passkey that an account has. */
async function aPasskey(user: Owner, passkey = new SoftPasskey(user.id)) {
  const { challenge } = await additionOptions(user, tuesday);
  await addPasskey(user, { name: "Phone", passkey: passkey.make(challenge) }, changeOf(user));
  return passkey;
}

const signIn = (assertion: string, now = tuesday) => verifyPasskey(assertion, SIGN_IN, now);
const aChallenge = (now = tuesday) => signInOptions(now).challenge;

test("a passkey signs in the account that added it", async () => {
  const user = await ada();
  const passkey = await aPasskey(user);

  expect(await signIn(passkey.sign(aChallenge()))).toEqual({ id: user.id, email: user.email });
  expect(await listFactors(user.id)).toMatchObject({ passkeys: [{ name: "Phone", lastUsedAt: tuesday }] });
});

test("a response works once, also if it is sent many times at the same moment, and no older one works after it", async () => {
  const passkey = await aPasskey(await ada());
  const older = passkey.sign(aChallenge());
  const assertion = passkey.sign(aChallenge(later(1)));

  const taken = await Promise.all([1, 2, 3, 4].map(() => signIn(assertion, later(2))));

  expect(taken.filter(Boolean)).toHaveLength(1);
  expect([await signIn(assertion, later(2)), await signIn(older, later(2))]).toEqual([null, null]);
});

describe("a response does not sign in", () => {
  test("if its challenge is too old or invented, or was made for something else", async () => {
    const user = await ada();
    const passkey = await aPasskey(user);
    const challenges = [
      (await additionOptions(user, tuesday)).challenge,
      (await optionsFor(user.id, { act: "second step", subject: user.id }, tuesday))?.challenge ?? "",
      (await optionsFor(user.id, { act: "confirm", subject: user.id }, tuesday))?.challenge ?? "",
      Buffer.from("encrypted:invented").toString("base64url"),
      "",
    ];
    for (const challenge of challenges) expect(await signIn(passkey.sign(challenge))).toBeNull();

    expect(await signIn(passkey.sign(aChallenge()), later(15 * MINUTE_MS))).toBeNull();
    expect(await signIn(passkey.sign(aChallenge()), later(15 * MINUTE_MS - 1))).not.toBeNull();
  });

  test.each([
    ["from a page of another site", { origin: "https://tattle.evil.test" }],
    ["from another port of this host", { origin: "http://localhost:4000" }],
    ["that was made for another host", { rpId: "evil.test" }],
    ["of a device that did not ask for a finger, face or PIN", { isVerified: false }],
    ["that names another person", { userHandle: toUserHandle(crypto.randomUUID()) }],
  ])("%s", async (_, assertion) => {
    const passkey = await aPasskey(await ada());
    expect(await signIn(passkey.sign(aChallenge(), assertion))).toBeNull();
    expect(await signIn(passkey.sign(aChallenge()))).not.toBeNull();
  });

  test("of a copied device, whose counter goes back", async () => {
    const passkey = await aPasskey(await ada());
    expect(await signIn(passkey.sign(aChallenge(), { counter: 7 }))).not.toBeNull();
    expect(await signIn(passkey.sign(aChallenge(later(1)), { counter: 7 }), later(1))).toBeNull();
  });

  test("that another key signed, that is cut, or that is not JSON", async () => {
    const user = await ada();
    const passkey = await aPasskey(user);
    const [real, forged] = [
      JSON.parse(passkey.sign(aChallenge())),
      JSON.parse(new SoftPasskey(user.id).sign(aChallenge())),
    ];

    for (const text of [
      JSON.stringify({ ...forged, id: real.id, rawId: real.id }),
      JSON.stringify({ ...real, response: { ...real.response, signature: forged.response.signature } }),
      JSON.stringify({ ...real, response: { ...real.response, authenticatorData: "" } }),
      JSON.stringify({ ...real, id: "x" }),
      JSON.stringify([real]),
      "{",
      "null",
    ])
      expect(await signIn(text)).toBeNull();
  });

  test("of a passkey that was removed, or was added at another address of Tattle", async () => {
    const user = await ada();
    const [removed, elsewhere] = [await aPasskey(user), await aPasskey(user)];
    const [first] = (await listFactors(user.id)).passkeys;
    await removePasskey(user, first?.id ?? "", changeOf(user));
    await db.passkey.updateMany({ data: { rpId: "before.example" } });

    expect([await signIn(removed.sign(aChallenge())), await signIn(elsewhere.sign(aChallenge()))]).toEqual([
      null,
      null,
    ]);
    expect(await optionsFor(user.id, SIGN_IN, tuesday)).toBeNull();
  });
});

describe("a passkey is not added", () => {
  const add = async (user: Owner, make: (challenge: string) => string) => {
    const { challenge } = await additionOptions(user, tuesday);
    return addPasskey(user, { name: "Phone", passkey: make(challenge) }, changeOf(user));
  };

  test.each([
    ["at a page of another site", { origin: "https://tattle.evil.test" }],
    ["for another host", { rpId: "evil.test" }],
    ["by a device that did not ask for a finger, face or PIN", { isVerified: false }],
  ])("%s", async (_, assertion) => {
    const user = await ada();
    const passkey = new SoftPasskey(user.id);
    await expect(add(user, (challenge) => passkey.make(challenge, assertion))).rejects.toThrow(
      "could not be added",
    );
  });

  test("with the challenge of another account, of a sign-in, or of 15 minutes ago", async () => {
    const [user, other] = [await ada(), await bob()];
    const passkey = new SoftPasskey(user.id);
    const old = additionOptions(user, later(-15 * MINUTE_MS));
    for (const challenge of [
      (await additionOptions(other, tuesday)).challenge,
      aChallenge(),
      (await old).challenge,
    ])
      await expect(add(user, () => passkey.make(challenge))).rejects.toThrow("could not be added");
    expect(await listFactors(user.id)).toMatchObject({ passkeys: [] });
  });

  test("a second time, neither to its account nor to another one, and no more than twenty are", async () => {
    const [user, other] = [await ada(), await bob()];
    const passkey = await aPasskey(user);
    for (const each of [user, other])
      await expect(add(each, (challenge) => passkey.make(challenge))).rejects.toThrow("already added");

    await Promise.all(Array.from({ length: 19 }, () => aPasskey(user)));
    await expect(aPasskey(user)).rejects.toThrow("You have 20 passkeys");
  });
});

test("two accounts on one device each sign in with their own passkey, and neither does anything with the other’s", async () => {
  const [user, other] = [await ada(), await bob()];
  const [passkey, others] = [await aPasskey(user), await aPasskey(other)];
  expect(await signIn(passkey.sign(aChallenge()))).toMatchObject({ id: user.id });
  expect(await signIn(others.sign(aChallenge()))).toMatchObject({ id: other.id });

  const othersAsMine = others.sign(aChallenge(later(1)), { userHandle: toUserHandle(user.id) });
  expect(await signIn(othersAsMine, later(1))).toBeNull();
  const [mine] = (await listFactors(user.id)).passkeys;
  await removePasskey(other, mine?.id ?? "", changeOf(other));
  await expect(renamePasskey(other.id, mine?.id ?? "", "Mine")).rejects.toThrow("No such passkey");
  expect(await listFactors(user.id)).toMatchObject({ passkeys: [{ name: "Phone" }] });
});

test("a session is confirmed by a passkey of its user, once, for the challenge of that session alone", async () => {
  const [user, other] = [await ada(), await bob()];
  const [passkey, others] = [await aPasskey(user), await aPasskey(other)];
  const [here, elsewhere] = [crypto.randomUUID(), crypto.randomUUID()];
  const challengeOf = async (sessionId: string) =>
    (await optionsFor(user.id, { act: "confirm", subject: sessionId }, tuesday))?.challenge ?? "";
  const confirmHere = (assertion: string) =>
    confirmByPasskey(assertion, {
      userId: user.id,
      sessionId: here,
      source: { address: "", browser: null },
      now: tuesday,
    });

  expect(await confirmHere(passkey.sign(await challengeOf(elsewhere)))).toBe(false);
  expect(await confirmHere(others.sign(await challengeOf(here)))).toBe(false);
  const assertion = passkey.sign(await challengeOf(here));
  expect([await confirmHere(assertion), await confirmHere(assertion)]).toEqual([true, false]);
});

test("a factor that is removed signs out all other browsers, voids the sign-ins that wait, and signs in no more", async () => {
  const { id } = await ada();
  const here = await startTestSession(id);
  const user = await db.user.findUniqueOrThrow({ where: { id } });
  const passkey = new SoftPasskey(id);
  const { challenge } = await additionOptions(user, tuesday);
  const change = { sessionId: here.id, address: "", now: tuesday };
  await addPasskey(user, { name: "Lost phone", passkey: passkey.make(challenge) }, change);
  const byPasskey = { method: "passkey", secondFactor: "", userAgent: "", address: "" };
  const onThePhone = await startSession(id, byPasskey, new Date());
  if (!onThePhone) throw new Error("no session");
  const waiting = (await startIfSecondFactorNeeded(id, "password", tuesday)) ?? "";
  expect(await findPendingSignIn(waiting, tuesday)).not.toBeNull();

  const [lost] = (await listFactors(id)).passkeys;
  await removePasskey(user, lost?.id ?? "", change);

  expect(await findSignedIn(here, new Date())).toMatchObject({ secondFactorSince: null });
  expect(await findSignedIn(onThePhone, new Date())).toBeNull();
  expect(await findPendingSignIn(waiting, tuesday)).toBeNull();
  expect(await signIn(passkey.sign(aChallenge()))).toBeNull();
});
