import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ENV_NAMES, readEnv } from "./env";
import { SECRET_NAMES } from "./secret-files";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SMTP = "smtp://user:p@ss@mail.example:587";

function aFile(content: string): string {
  const file = path.join(mkdtempSync(path.join(folder, "a-")), "secret");
  writeFileSync(file, content);
  return file;
}

test.each([SMTP, `${SMTP}\n`, `${SMTP}\r\n`, `${SMTP}\n\n`])(
  "a secret comes from a file, with or without a newline at its end: %j",
  (content) => {
    expect(readEnv({ SMTP_URL_FILE: aFile(content) }).SMTP_URL).toBe(SMTP);
  },
);

test("each variable that holds a secret can come from a file, and is one of ours", () => {
  expect(SECRET_NAMES.filter((name) => !ENV_NAMES.includes(name))).toEqual([]);
  const looksSecret = /SECRET|TOKEN|API_KEY|S3_URL|(?:DATABASE|REDIS|SMTP|WEBHOOK)_URL$|^OUTBOUND_PROXY$/;
  const missed = ENV_NAMES.filter((name) => looksSecret.test(name) && !SECRET_NAMES.some((s) => s === name));
  expect(missed).toEqual([]);
});

test("an empty name of a file counts as unset, and an empty variable along with a file as well", () => {
  expect(readEnv({ SMTP_URL_FILE: "" }).SMTP_URL).toBeUndefined();
  expect(readEnv({ SMTP_URL: "", SMTP_URL_FILE: aFile(SMTP) }).SMTP_URL).toBe(SMTP);
  const secret = "x".repeat(32);
  expect(readEnv({ AUTH_SECRET: "", AUTH_SECRET_FILE: aFile(secret) }).AUTH_SECRET).toBe(secret);
});

test("a value in a file gets the line that the value itself would get, without the secret", () => {
  expect(() => readEnv({ SMTP_URL_FILE: aFile("a-password") })).toThrow(
    /^SMTP_URL must be a URL that starts with smtp:\/\/ or smtps:\/\/\. Correct or unset it \(see \.env\.example\)\.$/,
  );
});

const nowhere = path.join(folder, "nowhere");
const aFolder = path.join(folder, "a-folder");
mkdirSync(aFolder);

test.each([
  ["missing", { SMTP_URL_FILE: nowhere }, `SMTP_URL_FILE: ${nowhere} does not exist. Correct or unset it`],
  ["a folder", { SMTP_URL_FILE: aFolder }, `SMTP_URL_FILE: ${aFolder} cannot be read (EISDIR).`],
  ["empty", { SMTP_URL_FILE: aFile("\n") }, /^SMTP_URL_FILE: \S+ is empty\. Write the value into it\.$/],
  ["of several lines", { SMTP_URL_FILE: aFile(`${SMTP}\nb\n`) }, /^SMTP_URL_FILE: \S+ has several lines\./],
  [
    "beside the variable",
    { SMTP_URL: SMTP, SMTP_URL_FILE: aFile(SMTP) },
    "SMTP_URL and SMTP_URL_FILE are both set. Unset one of them (see .env.example).",
  ],
])("a file that is %s stops the start with one line", (_, variables, line) => {
  expect(() => readEnv(variables)).toThrow(line);
});

// Root may read every file.
test.skipIf(process.getuid?.() === 0)("a file that may not be read stops the start with one line", () => {
  const file = aFile(SMTP);
  chmodSync(file, 0o000);
  expect(() => readEnv({ SMTP_URL_FILE: file })).toThrow(`SMTP_URL_FILE: ${file} cannot be read (EACCES).`);
});
