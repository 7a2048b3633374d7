import { expect, test } from "vitest";
import { proofText, readProof, strongerProof } from "./proof";

test.each([
  ["MessageStatus=delivered&MessageSid=SM0", "delivered"],
  ["MessageStatus=undelivered&ErrorCode=30003", "undelivered 30003"],
  ["MessageStatus=failed&ErrorCode=", "failed"],
  ["MessageStatus=failed&ErrorCode=%3Cb%3E", "failed"],
  ["MessageStatus=read", null],
  ["MessageStatus=delivered%20x", null],
  ["", null],
])("%s is %j", (form, proof) => expect(readProof(new URLSearchParams(form))).toBe(proof));

test.each([
  ["delivered", "sent", "delivered"],
  ["undelivered 30003", "sending", "undelivered 30003"],
  ["failed", "queued", "failed"],
  ["sent", "queued", "sent"],
  ["delivered", "undelivered 30003", "delivered"],
  ["undelivered", "undelivered 30003", "undelivered 30003"],
])("of %s and %s, %s is kept, in any order", (one, other, kept) => {
  expect(strongerProof(one, other)).toBe(kept);
  expect(strongerProof(other, one)).toBe(kept);
});

test.each([
  ["delivered", "Delivered to the phone", true],
  ["undelivered 30003", "Not delivered: 30003 (unreachable)", false],
  ["failed 39999", "Not delivered: 39999", false],
  ["failed", "Not delivered", false],
  ["sent", "Accepted, on its way to the phone", null],
])("%s reads “%s”", (proof, text, isHealthy) => expect(proofText(proof)).toEqual({ text, isHealthy }));
