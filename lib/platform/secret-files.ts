import { readFileSync } from "node:fs";
import { EnvError } from "./env-error";

/** The variables that hold a secret. Each can come from a file instead, which `<NAME>_FILE` names. */
export const SECRET_NAMES = [
  "AUDIT_WEBHOOK_SECRET",
  "AUDIT_WEBHOOK_URL",
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "BACKUP_S3_URL",
  "DATABASE_URL",
  "GITHUB_SECRET",
  "GOOGLE_SECRET",
  "HEARTBEAT_URLS",
  "METRICS_TOKEN",
  "OIDC_CLIENT_SECRET",
  "OUTBOUND_PROXY",
  "OUTPUT_S3_URL",
  "REDIS_URL",
  "RESEND_API_KEY",
  "RESEND_WEBHOOK_SECRET",
  "SMTP_URL",
] as const;

type Variables = Record<string, string | undefined>;

/** The variables, with those that files hold in the place of the files' names. Throws an `EnvError` on the first file that holds none. */
export function readSecretFiles(variables: Variables): Variables {
  const read = { ...variables };
  for (const name of SECRET_NAMES) {
    const file = variables[`${name}_FILE`];
    if (!file) continue;
    if (variables[name])
      throw new EnvError(`${name} and ${name}_FILE are both set. Unset one of them (see .env.example).`);
    read[name] = readSecret(`${name}_FILE`, file);
    delete read[`${name}_FILE`];
  }
  return read;
}

function readSecret(name: string, file: string): string {
  const secret = readText(name, file).replace(/(?:\r?\n)+$/, "");
  if (secret === "") throw new EnvError(`${name}: ${file} is empty. Write the value into it.`);
  if (/[\r\n]/.test(secret))
    throw new EnvError(`${name}: ${file} has several lines. Write only the value into it.`);
  return secret;
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
    throw new EnvError(`${name}: ${file} ${reason}. Correct or unset it (see .env.example).`);
  }
}
