import { expect, test } from "vitest";
import {
  countEmailRequest,
  countSignInAttempt,
  countSignUpAttempt,
  resetSignInAttempts,
} from "./rate-limits";

const now = new Date();
const unique = () => Math.random().toString(36).slice(2);
const repeat = async (count: number, work: () => Promise<void>) => {
  for (let i = 0; i < count; i++) await work();
};

test("one address may make ten sign-in attempts per account in 15 minutes, in any spelling of the e-mail", async () => {
  const [email, address] = [`${unique()}@example.com`, unique()];
  await repeat(10, () => countSignInAttempt(email, address, now));

  await expect(countSignInAttempt(email.toUpperCase(), address, now)).rejects.toMatchObject({
    type: "rate_limited",
    message: "Too many attempts. Try again in 15 minutes.",
  });
  await countSignInAttempt(`${unique()}@example.com`, address, now);
});

test("wrong passwords from another address do not lock a user out", async () => {
  const email = `${unique()}@example.com`;
  const stranger = unique();
  await repeat(10, () => countSignInAttempt(email, stranger, now));
  await expect(countSignInAttempt(email, stranger, now)).rejects.toThrow("Too many attempts");

  await countSignInAttempt(email, unique(), now);
});

test("an account allows a hundred sign-in attempts from all addresses together", async () => {
  const email = `${unique()}@example.com`;
  await repeat(100, () => countSignInAttempt(email, unique(), now));

  await expect(countSignInAttempt(email, unique(), now)).rejects.toThrow("Too many attempts");
});

test("a successful sign-in resets the counter", async () => {
  const [email, address] = [`${unique()}@example.com`, unique()];
  await repeat(9, () => countSignInAttempt(email, address, now));
  await resetSignInAttempts(email, address);

  await repeat(10, () => countSignInAttempt(email, address, now));
});

test("one address may try 200 accounts, request 60 e-mails and sign up 100 times", async () => {
  const address = unique();
  await repeat(200, () => countSignInAttempt(`${unique()}@example.com`, address, now));
  await expect(countSignInAttempt(`${unique()}@example.com`, address, now)).rejects.toThrow(
    "Too many attempts",
  );

  await repeat(60, () => countEmailRequest(`${unique()}@example.com`, address, now));
  await expect(countEmailRequest(`${unique()}@example.com`, address, now)).rejects.toThrow("in 60 minutes");

  await repeat(100, () => countSignUpAttempt(address, now));
  await expect(countSignUpAttempt(address, now)).rejects.toThrow("Too many attempts");
});

test("all addresses of one IPv6 network count as one", async () => {
  const network = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:7`;
  let host = 0;
  await repeat(60, () =>
    countEmailRequest(`${unique()}@example.com`, `${network}::${(host++).toString(16)}`, now),
  );

  await expect(countEmailRequest(`${unique()}@example.com`, `${network}:a:b:c:d`, now)).rejects.toThrow(
    "Too many",
  );
  await countEmailRequest(`${unique()}@example.com`, network.replace(/7$/, "8::1"), now);
});

test("an e-mail address receives at most five requested e-mails in an hour", async () => {
  const email = `${unique()}@example.com`;
  await repeat(5, () => countEmailRequest(email, unique(), now));

  await expect(countEmailRequest(email, unique(), now)).rejects.toThrow("Too many attempts");
});
