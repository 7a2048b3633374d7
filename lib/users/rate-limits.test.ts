import { expect, test } from "vitest";
import {
  countEmailRequest,
  countSignInAttempt,
  countSignUpAttempt,
  resetSignInAttempts,
} from "./rate-limits";

const now = new Date();
const unique = () => Math.random().toString(36).slice(2);
const times = async (count: number, work: () => Promise<void>) => {
  for (let i = 0; i < count; i++) await work();
};

test("an account can be tried ten times in a quarter of an hour from one place, in any spelling", async () => {
  const [email, place] = [`${unique()}@example.com`, unique()];
  await times(10, () => countSignInAttempt(email, place, now));

  await expect(countSignInAttempt(email.toUpperCase(), place, now)).rejects.toMatchObject({
    type: "rate_limited",
    message: "Too many attempts. Try again in 15 minutes.",
  });
  await countSignInAttempt(`${unique()}@example.com`, place, now);
});

test("wrong passwords from elsewhere keep nobody out", async () => {
  const email = `${unique()}@example.com`;
  const stranger = unique();
  await times(10, () => countSignInAttempt(email, stranger, now));
  await expect(countSignInAttempt(email, stranger, now)).rejects.toThrow("Too many attempts");

  await countSignInAttempt(email, unique(), now);
});

test("an account can be tried a hundred times, wherever from", async () => {
  const email = `${unique()}@example.com`;
  await times(100, () => countSignInAttempt(email, unique(), now));

  await expect(countSignInAttempt(email, unique(), now)).rejects.toThrow("Too many attempts");
});

test("whoever signs in has not been guessing", async () => {
  const [email, place] = [`${unique()}@example.com`, unique()];
  await times(9, () => countSignInAttempt(email, place, now));
  await resetSignInAttempts(email, place);

  await times(10, () => countSignInAttempt(email, place, now));
});

test("one place can try 200 addresses, ask for 60 letters and sign up 100 times", async () => {
  const place = unique();
  await times(200, () => countSignInAttempt(`${unique()}@example.com`, place, now));
  await expect(countSignInAttempt(`${unique()}@example.com`, place, now)).rejects.toThrow(
    "Too many attempts",
  );

  await times(60, () => countEmailRequest(`${unique()}@example.com`, place, now));
  await expect(countEmailRequest(`${unique()}@example.com`, place, now)).rejects.toThrow("in 60 minutes");

  await times(100, () => countSignUpAttempt(place, now));
  await expect(countSignUpAttempt(place, now)).rejects.toThrow("Too many attempts");
});

test("all addresses of one IPv6 network are one place", async () => {
  const network = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:7`;
  let host = 0;
  await times(60, () =>
    countEmailRequest(`${unique()}@example.com`, `${network}::${(host++).toString(16)}`, now),
  );

  await expect(countEmailRequest(`${unique()}@example.com`, `${network}:a:b:c:d`, now)).rejects.toThrow(
    "Too many",
  );
  await countEmailRequest(`${unique()}@example.com`, network.replace(/7$/, "8::1"), now);
});

test("nobody is sent more than five letters in an hour that others asked for", async () => {
  const email = `${unique()}@example.com`;
  await times(5, () => countEmailRequest(email, unique(), now));

  await expect(countEmailRequest(email, unique(), now)).rejects.toThrow("Too many attempts");
});
