import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENV_NAMES } from "./env";
import { explainUnknown } from "./unknown-names";

test.each([
  ["CHECKIN_PORT", "CHECK_IN_PORT"],
  ["SMTPURL", "SMTP_URL"],
  ["AUTH_SERCET", "AUTH_SECRET"],
  ["DATABASE_URLS", "DATABASE_URL"],
  ["BACKUP_DIRS", "BACKUP_DIR"],
  ["check_in_url", "CHECK_IN_URL"],
  ["SMPT_URL_FILE", "SMTP_URL_FILE"],
])("%s is taken for a mistake, wherever it stands", (name, meant) => {
  const line = `${name} is not a setting of Tattle. Did you mean ${meant}?`;
  expect(explainUnknown([name], [], ENV_NAMES)).toEqual([line]);
  expect(explainUnknown([name], [name], ENV_NAMES)).toEqual([`.env: ${line}`]);
});

test("a name that is near to none is reported only in `.env`: the environment has those of all programs", () => {
  const names = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "SPORT",
    "LANG",
    "SHELL",
    "GITHUB_SHA",
    "KUBERNETES_SERVICE_PORT",
  ];
  expect(explainUnknown(names, [], ENV_NAMES)).toEqual([]);
  expect(explainUnknown([], ["RETENTION"], ENV_NAMES)).toEqual([
    ".env: RETENTION is not a setting of Tattle. See .env.example.",
  ]);
});

test("what the documents and compose.yaml name is reported nowhere", () => {
  const documented = [...readFileSync("docs/configuration.md", "utf8").matchAll(/^\| (`[^|]*) \|/gm)].flatMap(
    ([, cell = ""]) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = ""]) => name),
  );
  const composed = [...readFileSync("compose.yaml", "utf8").matchAll(/\$\{([A-Z_]+)/g)].map(
    ([, name = ""]) => name,
  );
  expect([documented.length > 60, composed.length > 5]).toEqual([true, true]);
  const all = [...documented, ...composed, "NODE_OPTIONS", "AUTH_SECRET_FILE", "COMPOSE_PROFILES"];
  expect(explainUnknown(all, all, ENV_NAMES)).toEqual([]);
});
