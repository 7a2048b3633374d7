import { expect, test } from "vitest";
import {
  countEmailRequest,
  countPasswordCheck,
  countSignInAttempt,
  countSignInLinkRequest,
  countSignUpAttempt,
  resetSignInAttempts,
} from "./rate-limits";

const now = new Date();
const unique = () => Math.random().toString(36).slice(2);
const from = (address: string, browser: string | null = null) => ({ address, browser });
const repeat = async (count: number, work: () => Promise<void>) => {
  for (let i = 0; i < count; i++) await work();
};

test("one address may make ten sign-in attempts per account in 15 minutes, in any spelling of the email", async () => {
  const [email, address] = [`${unique()}@example.com`, unique()];
  await repeat(10, () => countSignInAttempt(email, from(address), now));

  await expect(countSignInAttempt(email.toUpperCase(), from(address), now)).rejects.toMatchObject({
    type: "rate_limited",
    message: "Too many attempts. Try again in 15 minutes.",
  });
  await countSignInAttempt(`${unique()}@example.com`, from(address), now);
});

test("wrong passwords from another address do not lock a user out", async () => {
  const email = `${unique()}@example.com`;
  const stranger = unique();
  await repeat(10, () => countSignInAttempt(email, from(stranger), now));
  await expect(countSignInAttempt(email, from(stranger), now)).rejects.toThrow("Too many attempts");

  await countSignInAttempt(email, from(unique()), now);
});

test("refused attempts from one address use up neither the account’s limit nor, for other accounts, the address’s", async () => {
  const [email, stranger] = [`${unique()}@example.com`, unique()];
  await Promise.allSettled(
    Array.from({ length: 1_000 }, () => countSignInAttempt(email, from(stranger), now)),
  );

  await countSignInAttempt(email, from(unique()), now);
  await countSignInAttempt(`${unique()}@example.com`, from(stranger), now);
});

test("a browser that has signed in before has ten attempts of its own, whatever others do", async () => {
  const [email, address] = [`${unique()}@example.com`, unique()];
  await repeat(100, () => countSignInAttempt(email, from(unique()), now));
  await repeat(200, () => countSignInAttempt(`${unique()}@example.com`, from(address), now));
  await expect(countSignInAttempt(email, from(address), now)).rejects.toThrow("Too many attempts");

  const known = from(address, unique());
  await repeat(10, () => countSignInAttempt(email, known, now));
  await expect(countSignInAttempt(email, known, now)).rejects.toThrow("Too many attempts");
  await resetSignInAttempts(email, known);
  await countSignInAttempt(email, known, now);
});

test("one address cannot use up the links to sign in that others may request for an account", async () => {
  const [email, stranger] = [`${unique()}@example.com`, unique()];
  const requests = Array.from({ length: 100 }, () => countSignInLinkRequest(email, from(stranger), now));
  expect((await Promise.allSettled(requests)).filter(({ status }) => status === "fulfilled")).toHaveLength(3);

  await countSignInLinkRequest(email, from(unique()), now);
  await countSignInLinkRequest(email, from(unique()), now);
  // Five links are in the mailbox, and they work for as long as this limit lasts.
  await expect(countSignInLinkRequest(email, from(unique()), now)).rejects.toThrow("in 15 minutes");
  await countSignInLinkRequest(email, from(stranger, unique()), now);
});

test("other requested emails do not use up the links to sign in", async () => {
  const email = `${unique()}@example.com`;
  await repeat(5, () => countEmailRequest(email, unique(), now));

  await countSignInLinkRequest(email, from(unique()), now);
});

test("a signed-in user may type a wrong current password ten times in 15 minutes", async () => {
  const id = unique();
  await repeat(10, () => countPasswordCheck(id, now));

  await expect(countPasswordCheck(id, now)).rejects.toThrow("Too many attempts");
});

test("an account allows a hundred sign-in attempts from all addresses together", async () => {
  const email = `${unique()}@example.com`;
  await repeat(100, () => countSignInAttempt(email, from(unique()), now));

  await expect(countSignInAttempt(email, from(unique()), now)).rejects.toThrow("Too many attempts");
});

test("a successful sign-in resets the counter", async () => {
  const [email, address] = [`${unique()}@example.com`, unique()];
  await repeat(9, () => countSignInAttempt(email, from(address), now));
  await resetSignInAttempts(email, from(address));

  await repeat(10, () => countSignInAttempt(email, from(address), now));
});

test("one address may try 200 accounts, request 60 emails and sign up 100 times", async () => {
  const address = unique();
  await repeat(200, () => countSignInAttempt(`${unique()}@example.com`, from(address), now));
  await expect(countSignInAttempt(`${unique()}@example.com`, from(address), now)).rejects.toThrow(
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

test("an email address receives at most five requested emails in an hour", async () => {
  const email = `${unique()}@example.com`;
  await repeat(5, () => countEmailRequest(email, unique(), now));

  await expect(countEmailRequest(email, unique(), now)).rejects.toThrow("Too many attempts");
});
