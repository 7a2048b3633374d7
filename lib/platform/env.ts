import ipaddr from "ipaddr.js";
import { z } from "zod";
import { parseGroupRoles } from "@/lib/rules/group-roles";
import { endProcess } from "./end-process";
import { EnvError } from "./env-error";
import { readSecretFiles, SECRET_NAMES } from "./secret-files";

const port = z.coerce
  .number({ error: "must be a port, 1 to 65535" })
  .int("must be a port, 1 to 65535")
  .min(1, "must be a port, 1 to 65535")
  .max(65_535, "must be a port, 1 to 65535");
const fromOne = z.coerce
  .number({ error: "must be a whole number, 1 or more" })
  .int("must be a whole number, 1 or more")
  .min(1, "must be a whole number, 1 or more");
const OUTPUT_LIMIT_MESSAGE = "must be a whole number from 0 to 1000000";
const outputLimit = z.coerce
  .number({ error: OUTPUT_LIMIT_MESSAGE })
  .int(OUTPUT_LIMIT_MESSAGE)
  .min(0, OUTPUT_LIMIT_MESSAGE)
  .max(1_000_000, OUTPUT_LIMIT_MESSAGE);
const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((protocol) => (protocol === "mailto:" ? protocol : `${protocol}//`)).join(" or ")}`,
  });
const httpUrl = url(["http:", "https:"]).transform((value) => value.replace(/\/+$/, ""));
const withoutMore = (value: string, ...parts: ("pathname" | "search" | "hash" | "username")[]) =>
  !URL.canParse(value) || parts.every((part) => ["", "/"].includes(new URL(value)[part]));
const appUrl = httpUrl.refine((value) => withoutMore(value, "pathname", "search", "hash", "username"), {
  error:
    "must be only a scheme and a host, such as https://tattle.example, because Tattle needs a host of its own",
});
const checkInUrl = httpUrl.refine((value) => withoutMore(value, "search", "hash"), {
  error: "must not have a query string, because tokens are appended to it",
});
const httpUrls = z
  .string()
  .transform((value) => value.split(",").flatMap((text) => text.trim() || []))
  .pipe(z.array(z.url({ protocol: /^https?$/, error: "must be http or https URLs, separated by commas" })));
const redisUrl = url(["redis:", "rediss:"]);
const redisUrls = z
  .string()
  .refine((value) => value.split(",").every((text) => redisUrl.safeParse(text.trim()).success), {
    error: "must be a URL that starts with redis:// or rediss://, or several, separated by commas",
  });
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be ${new Intl.ListFormat("en", { type: "disjunction" }).format(values)}` });
const onOff = oneOf(["on", "off"]).transform((value) => value === "on");
const RANGES_MESSAGE = "must be addresses or ranges such as 10.0.0.0/8, separated by commas";
const addressRanges = z.string().transform((value, context) => {
  const texts = value.split(",").flatMap((text) => text.trim() || []);
  return texts.map((text) => {
    const range = ipaddr.isValid(text) ? `${text}/${text.includes(":") ? 128 : 32}` : text;
    if (ipaddr.isValidCIDR(range)) return ipaddr.parseCIDR(range);
    context.addIssue({ code: "custom", message: RANGES_MESSAGE });
    return z.NEVER;
  });
});
const DNS_MESSAGE = "must be addresses such as 10.0.0.53 or [fd00::53]:5353, separated by commas";
const SERVER = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::(?<port>\d+))?$/;
function isServer(text: string): boolean {
  const { v6 = text, v4 = "", port = "53" } = SERVER.exec(text)?.groups ?? {};
  return (ipaddr.IPv6.isValid(v6) || ipaddr.IPv4.isValidFourPartDecimal(v4)) && Number(port) <= 65_535;
}
const dnsServers = z
  .string()
  .transform((value) => value.split(",").flatMap((text) => text.trim() || []))
  .refine((servers) => servers.every(isServer), { error: DNS_MESSAGE });

const host = z.string().refine((value) => value === "localhost" || ipaddr.isValid(value), {
  error: "must be an IP address of this machine, such as 127.0.0.1 or ::",
});
const SENDER = /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const sender = z.string().regex(SENDER, { error: "must be an address such as Tattle <tattle@example.com>" });
const bucketUrl = url(["http:", "https:"]).refine(
  (value) => !URL.canParse(value) || (new URL(value).username !== "" && new URL(value).pathname.length > 1),
  { error: "must have keys and a bucket: https://KEY:SECRET@host/bucket" },
);

const mailDomain = z
  .string()
  .regex(/^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i, {
    error: "must be a host name such as check-in.example",
  })
  .transform((value) => value.toLowerCase());

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username } = new URL(value);
  const isSafe = protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname));
  return isSafe && `${search}${hash}${username}` === "";
}
const issuer = z.string().refine(isIssuer, {
  error: "must be a URL that starts with https://, or with http:// on this machine (localhost)",
});
const scopes = z
  .string()
  .transform((value) => value.trim().split(/\s+/).join(" "))
  .refine((value) => value.split(" ").includes("openid"), {
    error: "must have the scope openid: openid email profile",
  });
const SIGNING_SECRET = /^whsec_(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const signingSecret = z.string().regex(SIGNING_SECRET, {
  error:
    "must be a signing secret of Standard Webhooks: whsec_ and base64, such as whsec_$(openssl rand -base64 24)",
});
const groupRoles = z.string().transform((value, context) => {
  const rules = parseGroupRoles(value);
  if (rules) return rules;
  context.addIssue({
    code: "custom",
    message:
      "must be rules such as ops=Production:admin, dev=*:viewer, with the roles owner, admin, member and viewer",
  });
  return z.NEVER;
});
/** What has a meaning of its own, or comes from the browser itself. */
const NO_NAME_OF_A_PERSON =
  /^(?:host|cookie|authorization|origin|referer|user-agent|content-.*|x-forwarded-(?:for|host|proto)|x-tattle-.*)$/i;
const personHeader = z
  .string()
  .refine((value) => /^[a-z\d-]+$/i.test(value) && !NO_NAME_OF_A_PERSON.test(value), {
    error: "must be the name of a header that your proxy sets, such as X-Forwarded-Email",
  })
  .transform((value) => value.toLowerCase());

/** Every environment variable that the program reads. `.env.example` explains each. */
const schema = z.object({
  HOST: host.optional(),
  PORT: port.default(3000),
  CHECK_IN_PORT: port.default(3001),
  WORKER_PORT: port.default(3002),
  WORKER_HOST: host.optional(),
  PROCESSES: oneOf(["one", "three"]).default("three"),
  APP_URL: appUrl.optional(),
  CHECK_IN_URL: checkInUrl.optional(),
  HSTS_SUBDOMAINS: onOff.default(true),
  TRUSTED_PROXIES: addressRanges.prefault(""),
  MAIL_IN_PORT: port.optional(),
  MAIL_IN_DOMAIN: mailDomain.optional(),
  MAIL_IN_TLS_CERT: z.string().optional(),
  MAIL_IN_TLS_KEY: z.string().optional(),
  DATABASE_URL: url(["postgres:", "postgresql:"]).optional(),
  REDIS_URL: redisUrls.optional(),
  REDIS_CLUSTER: onOff.default(false),
  REDIS_SENTINEL: z.string().optional(),
  DATA_DIR: z.string().default(".data"),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  AUTH_SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
  MAIL_FROM: sender.default("Tattle <tattle@localhost>"),
  RESEND_API_KEY: z.string().optional(),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(SIGNING_SECRET, {
      error: "must be the signing secret of a webhook in Resend, which starts with whsec_",
    })
    .optional(),
  RESEND_BASE_URL: httpUrl.default("https://api.resend.com"),
  SMTP_URL: url(["smtp:", "smtps:"]).optional(),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  GITHUB_URL: httpUrl.default("https://github.com"),
  GOOGLE_ID: z.string().optional(),
  GOOGLE_SECRET: z.string().optional(),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().max(50, "must have at most 50 characters").optional(),
  OIDC_SCOPES: scopes.default("openid email profile"),
  OIDC_GROUPS_CLAIM: z.string().trim().default("groups"),
  OIDC_ROLES: groupRoles.prefault(""),
  SIGN_IN: oneOf(["any", "oidc"]).default("any"),
  AUTH_PROXY_USER_HEADER: personHeader.optional(),
  AUTH_PROXY_GROUPS_HEADER: personHeader.optional(),
  AUTH_PROXY_SIGN_OUT_URL: httpUrl.optional(),
  DEFAULT_PLAN: oneOf(["free", "starter", "team", "business", "unlimited"]).default("unlimited"),
  REQUIRE_SECOND_FACTOR: onOff.default(false),
  SIGN_UP: oneOf(["open", "invited"]).default("invited"),
  ALLOW_PRIVATE_TARGETS: onOff.default(false),
  OUTBOUND_PROXY: url(["http:", "https:"]).optional(),
  DNS_SERVERS: dnsServers.prefault(""),
  MAX_CASES_PER_ACCOUNT: fromOne.default(100),
  API_RATE_PER_MINUTE: fromOne.default(300),
  OUTPUT_LIMIT: outputLimit.default(100_000),
  OUTPUT_S3_URL: bucketUrl.optional(),
  HEARTBEAT_URLS: httpUrls.prefault(""),
  AUDIT_WEBHOOK_URL: url(["http:", "https:"]).optional(),
  AUDIT_WEBHOOK_SECRET: signingSecret.optional(),
  MAINTENANCE: onOff.default(false),
  SECURITY_CONTACT: url(["mailto:", "https:"]).optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  BACKUPS: onOff.default(true),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_URL: bucketUrl.optional(),
  PAGES_DIR: z.string().optional(),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

type Env = z.output<typeof schema> & { APP_URL: string; CHECK_IN_URL: string; MAIL_IN_DOMAIN: string };

const holdsSecret = (name: string) => SECRET_NAMES.some((secret) => secret === name);

/**
 * Reads the environment. An empty variable counts as unset, except AUTH_SECRET: someone meant to set it, and another
 * secret would sign everyone out and make the stored channels unreadable. Throws an `EnvError` on the first invalid value.
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const isSet = ([name, value]: [string, unknown]) => value !== "" || name === "AUTH_SECRET";
  const values = Object.fromEntries(Object.entries(readSecretFiles(variables)).filter(isSet));
  const result = schema.safeParse(values);
  if (!result.success) {
    const { path, message } = result.error.issues[0] ?? { path: ["?"], message: "is invalid" };
    const name = String(path[0]);
    const value = holdsSecret(name) ? "" : `, but is “${values[name] ?? ""}”`;
    throw new EnvError(`${name} ${message}${value}. Correct or unset it (see .env.example).`);
  }
  const { PORT, CHECK_IN_PORT } = result.data;
  for (const pair of PAIRS) checkPair(result.data, pair);
  checkRedisVariables(result.data);
  checkSignInVariables(result.data);
  const checkInUrl = result.data.CHECK_IN_URL ?? `http://localhost:${CHECK_IN_PORT}`;
  return {
    ...result.data,
    APP_URL: result.data.APP_URL ?? `http://localhost:${PORT}`,
    CHECK_IN_URL: checkInUrl,
    MAIL_IN_DOMAIN: result.data.MAIL_IN_DOMAIN ?? new URL(checkInUrl).hostname,
  };
}

/** Variables of which one is of no use without the other. */
const PAIRS = [
  ["MAIL_IN_TLS_CERT", "MAIL_IN_TLS_KEY"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_ID", "GOOGLE_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID"],
  ["OIDC_ISSUER", "OIDC_CLIENT_SECRET"],
  ["AUDIT_WEBHOOK_URL", "AUDIT_WEBHOOK_SECRET"],
] as const;

function checkPair(values: z.output<typeof schema>, [one, other]: (typeof PAIRS)[number]): void {
  if (Boolean(values[one]) === Boolean(values[other])) return;
  const [set, unset] = values[one] ? [one, other] : [other, one];
  throw new EnvError(`${unset} is unset, but ${set} is set. Set both or neither (see .env.example).`);
}

function checkRedisVariables({ REDIS_URL, REDIS_CLUSTER, REDIS_SENTINEL }: z.output<typeof schema>): void {
  if (REDIS_CLUSTER && REDIS_SENTINEL)
    throw new EnvError(
      "REDIS_SENTINEL is set, and REDIS_CLUSTER is on. Unset one of them (see .env.example).",
    );
  if (REDIS_SENTINEL && !REDIS_URL)
    throw new EnvError(
      "REDIS_URL is unset, but REDIS_SENTINEL is set. Name the sentinels in REDIS_URL (see .env.example).",
    );
  if (REDIS_URL?.includes(",") && !REDIS_CLUSTER && !REDIS_SENTINEL)
    throw new EnvError(
      "REDIS_URL names several servers. Name one, or set REDIS_CLUSTER or REDIS_SENTINEL (see .env.example).",
    );
}

function checkSignInVariables(values: z.output<typeof schema>): void {
  const { SIGN_IN, OIDC_ISSUER, GITHUB_ID, GOOGLE_ID } = values;
  const { AUTH_PROXY_USER_HEADER: user, AUTH_PROXY_GROUPS_HEADER: groups } = values;
  if (SIGN_IN === "oidc" && !OIDC_ISSUER)
    throw new EnvError(
      "OIDC_ISSUER is unset, but SIGN_IN is oidc. Set it, or unset SIGN_IN (see .env.example).",
    );
  const other = GITHUB_ID ? "GITHUB_ID" : GOOGLE_ID ? "GOOGLE_ID" : null;
  if (SIGN_IN === "oidc" && other)
    throw new EnvError(`${other} is set, but SIGN_IN is oidc. Unset one of them (see .env.example).`);
  if (user && values.TRUSTED_PROXIES.length === 0)
    throw new EnvError(
      "TRUSTED_PROXIES is unset, but AUTH_PROXY_USER_HEADER is set. Add the proxy’s address (see .env.example).",
    );
  if (groups && !user)
    throw new EnvError(
      "AUTH_PROXY_USER_HEADER is unset, but AUTH_PROXY_GROUPS_HEADER is set. Set both or only the first (see .env.example).",
    );
  if (groups && groups === user)
    throw new EnvError(
      "AUTH_PROXY_GROUPS_HEADER must differ from AUTH_PROXY_USER_HEADER (see .env.example).",
    );
  if (values.OIDC_ROLES.length > 0 && !OIDC_ISSUER && !groups)
    throw new EnvError(
      "OIDC_ISSUER and AUTH_PROXY_GROUPS_HEADER are unset, but OIDC_ROLES is set. Set one of them (see .env.example).",
    );
  if (groups && values.OIDC_ROLES.length === 0)
    throw new EnvError(
      "OIDC_ROLES is unset, but AUTH_PROXY_GROUPS_HEADER is set. Set the roles of the groups (see .env.example).",
    );
}

/** The names of all environment variables that the program reads. */
export const ENV_NAMES: string[] = Object.keys(schema.shape);

/** The environment of this process. An invalid value ends the process with its line: nothing could work with it. */
export const env: Env = readOrEnd();

function readOrEnd(): Env {
  try {
    return readEnv(process.env);
  } catch (error) {
    if (error instanceof EnvError) return endProcess(error.message);
    throw error;
  }
}

/**
 * Ends this process with one line if one of these variables is unset. Pages are built and tests are run without them, so only
 * the processes themselves ask for them.
 */
export function requireVariables(...names: ("DATABASE_URL" | "AUTH_SECRET" | "MAIL_IN_PORT")[]): void {
  const unset = names.find((name) => env[name] === undefined);
  if (unset) endProcess(`${unset} is unset, and this process needs it (see .env.example).`);
}
