import { expect, test } from "vitest";
import { ENV_NAMES, readEnv } from "./env";

test("DNS_SERVERS takes addresses of both families, with and without ports", () => {
  expect(readEnv({}).DNS_SERVERS).toEqual([]);
  expect(readEnv({ DNS_SERVERS: "10.0.0.53, 127.0.0.1:5353,fd00::53, [fd00::53]:53" }).DNS_SERVERS).toEqual([
    "10.0.0.53",
    "127.0.0.1:5353",
    "fd00::53",
    "[fd00::53]:53",
  ]);
});

test("OUTPUT_LIMIT is a number of bytes up to a million", () => {
  const limits = [undefined, "0", "1000000"].map((value) => readEnv({ OUTPUT_LIMIT: value }).OUTPUT_LIMIT);
  expect(limits).toEqual([100_000, 0, 1_000_000]);
});

test("emails go to the host of CHECK_IN_URL, unless MAIL_IN_DOMAIN names another one", () => {
  expect(readEnv({}).MAIL_IN_PORT).toBeUndefined();
  expect(readEnv({}).MAIL_IN_DOMAIN).toBe("localhost");
  expect(readEnv({ CHECK_IN_URL: "https://Check-In.example:8443/c" }).MAIL_IN_DOMAIN).toBe(
    "check-in.example",
  );
  expect(readEnv({ MAIL_IN_DOMAIN: "Mail.Example" }).MAIL_IN_DOMAIN).toBe("mail.example");
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
});

test("sentinels without their addresses, or along with a cluster, stop the start", () => {
  expect(() => readEnv({ REDIS_SENTINEL: "tattle" })).toThrow(
    "REDIS_URL is unset, but REDIS_SENTINEL is set.",
  );
  const both = { REDIS_URL: "redis://one", REDIS_SENTINEL: "tattle", REDIS_CLUSTER: "on" };
  expect(() => readEnv(both)).toThrow("REDIS_SENTINEL is set, and REDIS_CLUSTER is on.");
});

const OIDC = {
  OIDC_ISSUER: "https://auth.example.com",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
};

test.each(["https://a.example/", "http://localhost:9000", "http://127.0.0.1", "http://[::1]:80/x"])(
  "an issuer is reached over TLS, or on this machine: %s",
  (value) => expect(readEnv({ ...OIDC, OIDC_ISSUER: value }).OIDC_ISSUER).toBe(value),
);

test("SIGN_IN=oidc needs an issuer, and no other provider next to it", () => {
  expect(readEnv({ ...OIDC, SIGN_IN: "oidc" }).SIGN_IN).toBe("oidc");
  expect(() => readEnv({ SIGN_IN: "oidc" })).toThrow("OIDC_ISSUER is unset, but SIGN_IN is oidc.");
  const github = { GITHUB_ID: "id", GITHUB_SECRET: "secret" };
  expect(() => readEnv({ ...OIDC, ...github, SIGN_IN: "oidc" })).toThrow(
    "GITHUB_ID is set, but SIGN_IN is oidc.",
  );
});

const AT_PROXY = { AUTH_PROXY_USER_HEADER: "X-User", TRUSTED_PROXIES: "10.0.0.1" };

test.each([
  [{ AUTH_PROXY_USER_HEADER: "X-User" }, "TRUSTED_PROXIES is unset, but AUTH_PROXY_USER_HEADER is set."],
  [
    { AUTH_PROXY_GROUPS_HEADER: "X-Groups" },
    "AUTH_PROXY_USER_HEADER is unset, but AUTH_PROXY_GROUPS_HEADER is set.",
  ],
  [
    { ...AT_PROXY, AUTH_PROXY_GROUPS_HEADER: "x-user", OIDC_ROLES: "a=*:viewer" },
    "AUTH_PROXY_GROUPS_HEADER must differ from AUTH_PROXY_USER_HEADER",
  ],
  [
    { ...AT_PROXY, AUTH_PROXY_GROUPS_HEADER: "X-Groups" },
    "OIDC_ROLES is unset, but AUTH_PROXY_GROUPS_HEADER is set.",
  ],
  [
    { OIDC_ROLES: "a=*:viewer" },
    "OIDC_ISSUER and AUTH_PROXY_GROUPS_HEADER are unset, but OIDC_ROLES is set.",
  ],
  [{ ...AT_PROXY, OIDC_ROLES: "a=*:viewer" }, "OIDC_ISSUER and AUTH_PROXY_GROUPS_HEADER are unset"],
])("of single sign-on, %j stops the start with one line", (variables, line) => {
  expect(() => readEnv(variables)).toThrow(line);
  expect(() => readEnv(variables)).toThrow(/^[^\n]+$/);
});

/** A valid value of each variable, and invalid ones: none where any text is valid. */
const VALUES: Record<string, [right: string, ...wrong: string[]]> = {
  HOST: ["::1", "my-machine"],
  PORT: ["3000", "70000"],
  CHECK_IN_PORT: ["3001", "http"],
  WORKER_PORT: ["3002", "0"],
  WORKER_HOST: ["0.0.0.0", "worker.example"],
  PROCESSES: ["one", "two"],
  APP_URL: [
    "https://tattle.example/",
    "tattle.example",
    "https://a.example/tattle",
    "https://a.example?x",
    "https://a.example/#x",
    "https://u:p@a.example",
  ],
  CHECK_IN_URL: ["http://check-in.example", "ftp://check-in.example", "https://a.example?token="],
  HSTS_SUBDOMAINS: ["off", "no"],
  TRUSTED_PROXIES: ["10.0.0.0/8, ::1", "my-proxy"],
  MAIL_IN_PORT: ["2525", "-1"],
  MAIL_IN_DOMAIN: ["mail.example", "a@b", "@mail.example", "mail.example.", "-x", "a b"],
  MAIL_IN_TLS_CERT: ["a.pem"],
  MAIL_IN_TLS_KEY: ["b.pem"],
  DATABASE_URL: ["postgres://u:p@h/d", "mysql://u:p@h/d"],
  REDIS_URL: ["redis://h", "h:6379", "redis://one,two", "redis://one,", "http://one"],
  REDIS_CLUSTER: ["on", "yes"],
  REDIS_SENTINEL: ["tattle"],
  DATA_DIR: ["/data"],
  AUTH_SECRET: ["x".repeat(32), "short"],
  AUTH_SECRET_PREVIOUS: ["x".repeat(32), "short"],
  MAIL_FROM: ["Tattle <tattle@example.com>", "Tattle"],
  RESEND_API_KEY: ["re_1"],
  RESEND_WEBHOOK_SECRET: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "secret"],
  RESEND_BASE_URL: ["https://api.resend.com", "resend"],
  SMTP_URL: ["smtp://h:587", "h:587"],
  GITHUB_ID: ["id"],
  GITHUB_SECRET: ["secret"],
  GITHUB_URL: ["https://github.example", "github.example"],
  GOOGLE_ID: ["id"],
  GOOGLE_SECRET: ["secret"],
  OIDC_ISSUER: [
    "https://auth.example.com/realms/a",
    "http://10.0.0.1",
    "http://localhost.evil.example",
    "https://a.example/?b",
    "https://u:p@a.example",
  ],
  OIDC_CLIENT_ID: ["tattle"],
  OIDC_CLIENT_SECRET: ["secret"],
  OIDC_NAME: ["Acme", "x".repeat(51)],
  OIDC_SCOPES: ["openid email groups", "email profile"],
  OIDC_GROUPS_CLAIM: ["realm_access.roles"],
  OIDC_ROLES: ["ops=Production:admin, dev=*:viewer", "ops=Production:boss"],
  SIGN_IN: ["any", "password"],
  AUTH_PROXY_USER_HEADER: ["X-Forwarded-Email", "Cookie"],
  AUTH_PROXY_GROUPS_HEADER: ["X-Forwarded-Groups", "a header"],
  AUTH_PROXY_SIGN_OUT_URL: ["https://auth.example.com/logout", "logout"],
  DEFAULT_PLAN: ["free", "gold"],
  REQUIRE_SECOND_FACTOR: ["on", "yes"],
  SIGN_UP: ["open", "maybe"],
  ALLOW_PRIVATE_TARGETS: ["on", "true"],
  OUTBOUND_PROXY: ["http://proxy:3128", "socks://proxy"],
  DNS_SERVERS: [
    "10.0.0.53",
    "dns.example",
    "10.0.0",
    "10.0.0.53:99999",
    "10.0.0.53:",
    "[fd00::53",
    "10.0.0.53 10.0.0.54",
  ],
  MAX_CASES_PER_ACCOUNT: ["1", "0"],
  API_RATE_PER_MINUTE: ["300", "many"],
  OUTPUT_LIMIT: ["0", "64 KB", "1000001", "-1", "1.5"],
  OUTPUT_S3_URL: ["https://K:S@h/bucket", "https://h/bucket"],
  HEARTBEAT_URLS: ["https://a.example/b, http://c.example", "a.example"],
  AUDIT_WEBHOOK_URL: ["https://siem.example/audit/", "siem.example"],
  AUDIT_WEBHOOK_SECRET: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "secret"],
  MAINTENANCE: ["off", "false"],
  SECURITY_CONTACT: ["mailto:a@b.example", "a@b.example"],
  METRICS_TOKEN: ["x".repeat(16), "short"],
  BACKUPS: ["off", "no"],
  BACKUP_DIR: ["/backups"],
  PAGES_DIR: ["/pages"],
  BACKUP_S3_URL: ["https://K:S@h/bucket", "https://K:S@h"],
  LOG_LEVEL: ["debug", "loud"],
};
/** What a variable needs next to it. */
const ALONGSIDE: Record<string, Record<string, string>> = {
  MAIL_IN_TLS_CERT: { MAIL_IN_TLS_KEY: "b.pem" },
  MAIL_IN_TLS_KEY: { MAIL_IN_TLS_CERT: "a.pem" },
  GITHUB_ID: { GITHUB_SECRET: "secret" },
  GITHUB_SECRET: { GITHUB_ID: "id" },
  GOOGLE_ID: { GOOGLE_SECRET: "secret" },
  GOOGLE_SECRET: { GOOGLE_ID: "id" },
  OIDC_ISSUER: { OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "secret" },
  OIDC_CLIENT_ID: { OIDC_ISSUER: "https://auth.example.com", OIDC_CLIENT_SECRET: "secret" },
  OIDC_CLIENT_SECRET: { OIDC_ISSUER: "https://auth.example.com", OIDC_CLIENT_ID: "id" },
  AUDIT_WEBHOOK_URL: { AUDIT_WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  AUDIT_WEBHOOK_SECRET: { AUDIT_WEBHOOK_URL: "https://siem.example" },
  OIDC_ROLES: {
    AUTH_PROXY_USER_HEADER: "X-User",
    AUTH_PROXY_GROUPS_HEADER: "X-Groups",
    TRUSTED_PROXIES: "::1",
  },
  AUTH_PROXY_USER_HEADER: { TRUSTED_PROXIES: "::1" },
  AUTH_PROXY_GROUPS_HEADER: {
    AUTH_PROXY_USER_HEADER: "X-User",
    TRUSTED_PROXIES: "::1",
    OIDC_ROLES: "a=*:viewer",
  },
  REDIS_SENTINEL: { REDIS_URL: "redis://h" },
};
/** Those that what stands next to them does not need. */
const OPTIONAL = ["REDIS_SENTINEL", "AUTH_PROXY_USER_HEADER", "AUTH_PROXY_GROUPS_HEADER"];

test("each variable is in the table", () => {
  expect(Object.keys(VALUES).toSorted()).toEqual(ENV_NAMES.toSorted());
});

const refusal = (name: string, value: string) => {
  try {
    return readEnv({ ...ALONGSIDE[name], [name]: value }) && null;
  } catch (thrown) {
    return (thrown as Error).message;
  }
};
const all = Object.entries(VALUES).map(([name, [right, ...wrong]]) => ({ name, right, wrong }));

test.each(all)("$name is taken if it is right", ({ name, right }) => {
  expect(refusal(name, right)).toBeNull();
});

test.each(all.flatMap(({ name, wrong }) => wrong.map((each) => ({ name, wrong: each }))))(
  "$name=$wrong gets one line that names it if it is wrong, without a secret",
  ({ name, wrong }) => {
    expect(refusal(name, wrong)).toMatch(new RegExp(`^${name} must [^\n]+ \\(see \\.env\\.example\\)\\.$`));
    if (/SECRET|TOKEN|S3|DATABASE|REDIS_URL|SMTP|OUTBOUND|HEARTBEAT/.test(name))
      expect(refusal(name, wrong)).not.toContain(`“${wrong}”`);
  },
);

test("a scheme without slashes is named without them", () => {
  expect(refusal("SECURITY_CONTACT", "a@b.example")).toContain("starts with mailto: or https://,");
});

test.each(all.filter(({ name }) => name !== "AUTH_SECRET" && !(name in ALONGSIDE)))(
  "$name counts as unset if it is empty",
  ({ name }) => {
    expect(readEnv({ [name]: "" })).toEqual(readEnv({}));
  },
);

test.each(Object.keys(ALONGSIDE).filter((name) => !OPTIONAL.includes(name)))(
  "%s is missed by name",
  (name) => {
    expect(() => readEnv(ALONGSIDE[name] ?? {})).toThrow(`${name} is unset`);
  },
);

test("the address of pages ends without a slash, and that of check-ins may have a path", () => {
  expect(readEnv({ APP_URL: "https://a.example:8443/", CHECK_IN_URL: "https://a.example/c/" })).toMatchObject(
    {
      APP_URL: "https://a.example:8443",
      CHECK_IN_URL: "https://a.example/c",
    },
  );
});
