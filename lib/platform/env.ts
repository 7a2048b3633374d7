import ipaddr from "ipaddr.js";
import { z } from "zod";

const port = z.coerce
  .number({ error: "must be a port, 1 to 65535" })
  .int("must be a port, 1 to 65535")
  .min(1, "must be a port, 1 to 65535")
  .max(65_535, "must be a port, 1 to 65535");
const fromOne = z.coerce
  .number({ error: "must be a whole number from 1" })
  .int("must be a whole number from 1")
  .min(1, "must be a whole number from 1");
const OUTPUT_LIMIT_MESSAGE = "must be a whole number from 0 to 1000000";
const outputLimit = z.coerce
  .number({ error: OUTPUT_LIMIT_MESSAGE })
  .int(OUTPUT_LIMIT_MESSAGE)
  .min(0, OUTPUT_LIMIT_MESSAGE)
  .max(1_000_000, OUTPUT_LIMIT_MESSAGE);
const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });
const httpUrl = url(["http:", "https:"]).transform((value) => value.replace(/\/+$/, ""));
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
  z.enum(values, { error: `must be one of ${values.join(", ")}` });
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

const mailDomain = z
  .string()
  .regex(/^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i, {
    error: "must be a host name such as check-in.example",
  })
  .transform((value) => value.toLowerCase());

/** Every environment variable that the program reads. `.env.example` explains each. */
const schema = z.object({
  PORT: port.default(3000),
  CHECK_IN_PORT: port.default(3001),
  WORKER_PORT: port.default(3002),
  WORKER_HOST: z.string().optional(),
  APP_URL: httpUrl.optional(),
  CHECK_IN_URL: httpUrl.optional(),
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
  MAIL_FROM: z.string().default("Tattle <tattle@localhost>"),
  RESEND_API_KEY: z.string().optional(),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, {
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
  DEFAULT_PLAN: oneOf(["free", "starter", "team", "business", "unlimited"]).default("unlimited"),
  SIGN_UP: oneOf(["open", "invited"]).default("invited"),
  ALLOW_PRIVATE_TARGETS: onOff.default(false),
  OUTBOUND_PROXY: url(["http:", "https:"]).optional(),
  DNS_SERVERS: dnsServers.prefault(""),
  MAX_CASES_PER_ACCOUNT: fromOne.default(100),
  API_RATE_PER_MINUTE: fromOne.default(300),
  OUTPUT_LIMIT: outputLimit.default(100_000),
  OUTPUT_S3_URL: url(["http:", "https:"]).optional(),
  HEARTBEAT_URLS: httpUrls.prefault(""),
  MAINTENANCE: onOff.default(false),
  SECURITY_CONTACT: url(["mailto:", "https:"]).optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  BACKUPS: onOff.default(true),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_URL: url(["http:", "https:"]).optional(),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

type Env = z.output<typeof schema> & { APP_URL: string; CHECK_IN_URL: string; MAIL_IN_DOMAIN: string };

/** Variables whose values must not appear in a message or a log. */
const SECRET = /SECRET|KEY|TOKEN|DATABASE_URL|REDIS_URL|SMTP_URL|S3_URL|HEARTBEAT_URLS|PROXY/;

/** A variable has a wrong value. The message is one line that names the variable and says which values it accepts. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/**
 * Reads the environment. An empty variable counts as unset, except AUTH_SECRET: somebody meant to set it, and another
 * secret would sign everybody out and make the stored webhooks unreadable. Throws an `EnvError` on the first wrong value.
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const isSet = ([name, value]: [string, unknown]) => value !== "" || name === "AUTH_SECRET";
  const given = Object.fromEntries(Object.entries(variables).filter(isSet));
  const result = schema.safeParse(given);
  if (!result.success) {
    const { path, message } = result.error.issues[0] ?? { path: ["?"], message: "is wrong" };
    const name = path.join(".");
    const value = SECRET.test(name) ? "" : `, but is “${given[name] ?? ""}”`;
    throw new EnvError(`${name} ${message}${value}. Correct or unset it (see .env.example).`);
  }
  const { PORT, CHECK_IN_PORT, MAIL_IN_TLS_CERT, MAIL_IN_TLS_KEY } = result.data;
  if (Boolean(MAIL_IN_TLS_CERT) !== Boolean(MAIL_IN_TLS_KEY)) {
    const [set, unset] = MAIL_IN_TLS_CERT ? ["CERT", "KEY"] : ["KEY", "CERT"];
    throw new EnvError(
      `MAIL_IN_TLS_${unset} is unset, but MAIL_IN_TLS_${set} is set. Set both or none (see .env.example).`,
    );
  }
  checkRedisVariables(result.data);
  const checkInUrl = result.data.CHECK_IN_URL ?? `http://localhost:${CHECK_IN_PORT}`;
  return {
    ...result.data,
    APP_URL: result.data.APP_URL ?? `http://localhost:${PORT}`,
    CHECK_IN_URL: checkInUrl,
    MAIL_IN_DOMAIN: result.data.MAIL_IN_DOMAIN ?? new URL(checkInUrl).hostname,
  };
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

/** The names of all environment variables that the program reads. */
export const ENV_NAMES: string[] = Object.keys(schema.shape);

export const env = readEnv(process.env);
