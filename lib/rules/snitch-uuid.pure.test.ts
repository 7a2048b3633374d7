import fc from "fast-check";
import { expect, test } from "vitest";
import { isUuidInAnyCase } from "@/lib/rules/uuid";
import { toToken, toUuid } from "./snitch-uuid";

const ID = "019cd72e-9a00-7000-8000-000000000001";
const token = fc.stringMatching(/^[0-9a-f]{16}$/);

test("a token of ours comes back from its UUID, also in upper case", () => {
  fc.assert(
    fc.property(token, (token) => {
      const uuid = toUuid({ token, id: ID });
      expect(isUuidInAnyCase(uuid)).toBe(true);
      expect(toToken(uuid)).toBe(token);
      expect(toToken(uuid.toUpperCase())).toBe(token);
    }),
  );
});

test("different tokens have different UUIDs", () => {
  fc.assert(
    fc.property(token, token, (one, other) => {
      expect(toUuid({ token: one, id: ID }) === toUuid({ token: other, id: ID })).toBe(one === other);
    }),
  );
});

test("a token that is a UUID is its own", () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(toUuid({ token: uuid, id: ID })).toBe(uuid);
      expect(toToken(uuid)).toBe(uuid);
    }),
  );
});

test("an imported token of another form has the id as its UUID", () => {
  expect(toUuid({ token: "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z", id: ID })).toBe(ID);
});
