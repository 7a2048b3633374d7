import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ADA, ada } from "@/testing/users";
import { signInWithPassword } from "./sign-in";

const now = new Date();

test("a thousand wrong passwords from one network do not lock out the owner, who is in another", async () => {
  const { id } = await ada();
  const guess = (host: number) =>
    signInWithPassword(
      { email: ADA.email, password: `guess ${host}` },
      { address: `2001:db8:0:7::${host.toString(16)}`, browser: null },
      now,
    );

  const guesses = await Promise.allSettled(Array.from({ length: 1_000 }, (_, host) => guess(host)));
  expect(guesses.filter(({ status }) => status === "fulfilled")).toHaveLength(10);

  expect(await signInWithPassword(ADA, { address: "203.0.113.7", browser: null }, now)).toMatchObject({ id });
  await expect(signInWithPassword(ADA, { address: "2001:db8:0:7::1", browser: null }, now)).rejects.toThrow(
    "Too many attempts",
  );
  expect(await db.user.count()).toBe(1);
});
