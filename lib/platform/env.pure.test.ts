import { expect, test } from "vitest";
import { readEnv } from "./env";

test("DNS_SERVERS takes addresses of both families, with and without ports", () => {
  expect(readEnv({}).DNS_SERVERS).toEqual([]);
  expect(readEnv({ DNS_SERVERS: "10.0.0.53, 127.0.0.1:5353,fd00::53, [fd00::53]:53" }).DNS_SERVERS).toEqual([
    "10.0.0.53",
    "127.0.0.1:5353",
    "fd00::53",
    "[fd00::53]:53",
  ]);
});

test.each(["dns.example", "10.0.0", "10.0.0.53:99999", "10.0.0.53:", "[fd00::53", "10.0.0.53 10.0.0.54"])(
  "DNS_SERVERS=%s stops the start",
  (value) => {
    expect(() => readEnv({ DNS_SERVERS: value })).toThrow("DNS_SERVERS must be addresses such as 10.0.0.53");
  },
);

test("OUTPUT_LIMIT is a number of bytes up to a million", () => {
  const limits = [undefined, "0", "1000000"].map((value) => readEnv({ OUTPUT_LIMIT: value }).OUTPUT_LIMIT);
  expect(limits).toEqual([100_000, 0, 1_000_000]);
  for (const value of ["1000001", "-1", "1.5", "64 KB"])
    expect(() => readEnv({ OUTPUT_LIMIT: value })).toThrow("OUTPUT_LIMIT must be a whole number from 0 to");
});

test("e-mails go to the host of CHECK_IN_URL, unless MAIL_IN_DOMAIN names another one", () => {
  expect(readEnv({}).MAIL_IN_PORT).toBeUndefined();
  expect(readEnv({}).MAIL_IN_DOMAIN).toBe("localhost");
  expect(readEnv({ CHECK_IN_URL: "https://Check-In.example:8443/c" }).MAIL_IN_DOMAIN).toBe(
    "check-in.example",
  );
  expect(readEnv({ MAIL_IN_DOMAIN: "Mail.Example" }).MAIL_IN_DOMAIN).toBe("mail.example");
  for (const value of ["@mail.example", "mail.example.", "-x", "a b", "a@b"])
    expect(() => readEnv({ MAIL_IN_DOMAIN: value })).toThrow("MAIL_IN_DOMAIN must be a host name such as");
});

test("a certificate without its key, or a key without its certificate, stops the start", () => {
  const files = { MAIL_IN_TLS_CERT: "a.pem", MAIL_IN_TLS_KEY: "b.pem" };
  expect(readEnv(files)).toMatchObject(files);
  expect(() => readEnv({ ...files, MAIL_IN_TLS_KEY: "" })).toThrow(
    "MAIL_IN_TLS_KEY is unset, but MAIL_IN_TLS_CERT is set.",
  );
  expect(() => readEnv({ ...files, MAIL_IN_TLS_CERT: "" })).toThrow(
    "MAIL_IN_TLS_CERT is unset, but MAIL_IN_TLS_KEY is set.",
  );
});

test("REDIS_URL names several servers only for a cluster or for sentinels", () => {
  const several = "redis://:secret@one:26379, redis://two:26379";
  expect(readEnv({ REDIS_URL: several, REDIS_SENTINEL: "tattle" }).REDIS_SENTINEL).toBe("tattle");
  expect(readEnv({ REDIS_URL: several, REDIS_CLUSTER: "on" }).REDIS_URL).toBe(several);
  expect(() => readEnv({ REDIS_URL: several })).toThrow("REDIS_URL names several servers. Name one, or set");
  for (const value of ["redis://one,two", "redis://one,", "http://one"])
    expect(() => readEnv({ REDIS_URL: value })).toThrow("REDIS_URL must be a URL that starts with redis://");
});

test("sentinels without their addresses, or beside a cluster, stop the start", () => {
  expect(() => readEnv({ REDIS_SENTINEL: "tattle" })).toThrow(
    "REDIS_URL is unset, but REDIS_SENTINEL is set.",
  );
  const both = { REDIS_URL: "redis://one", REDIS_SENTINEL: "tattle", REDIS_CLUSTER: "on" };
  expect(() => readEnv(both)).toThrow("REDIS_SENTINEL is set, and REDIS_CLUSTER is on.");
});
