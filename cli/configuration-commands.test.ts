import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { listStored } from "@/lib/channels/find";
import { db } from "@/lib/platform/db";
import { runApiServer } from "@/testing/api-server";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient } from "@/testing/requests";
import { aStateFolder, runCommand, TATTLE } from "@/testing/tattle";

const apiUrl = runApiServer();

const SLACK = "https://hooks.slack.com/services/T000/B000/XXXX";

/** Runs commands in a folder of its own, with a key of a new case. */
async function aUser() {
  const { theCase, key } = await aClient({ plan: "unlimited" });
  const state = aStateFolder();
  onTestFinished(() => rmSync(state, { recursive: true }));
  const write = (text: string) => {
    const file = path.join(state, "tattle.yml");
    writeFileSync(file, text);
    return file;
  };
  const tattle = async (args: string[], env: Record<string, string> = {}) => {
    const variables = {
      TATTLE_URL: apiUrl(),
      TATTLE_KEY: key,
      TATTLE_STATE_DIR: state,
      XDG_CONFIG_HOME: state,
    };
    const { status, stdout, stderr } = await runCommand([...TATTLE, ...args], {
      env: { ...variables, ...env },
    });
    return { status, stdout: stdout.toString(), stderr };
  };
  return { caseId: theCase.id, write, tattle };
}

const FILE = `version: 1
channels:
  - {key: ops, kind: slack, settings: {url: {env: OPS_SLACK_URL}}}
snitches:
  - {key: a, name: A, interval: daily, channels: [ops]}
`;

test("a plan exits with 2 if something would change and with 0 if not, and a file is applied with its secrets", async () => {
  const { caseId, write, tattle } = await aUser();
  const file = write(FILE);
  const { key } = await createApiKey(caseId, { name: "CI", access: "plan" }, ACTOR);

  const planned = await tattle(["plan", file], { TATTLE_KEY: key });
  expect(planned).toEqual({
    status: 2,
    stderr: "",
    stdout: `+ channel ops “slack”
    kind: slack
+ snitch a “A”
    name: A
    interval: daily
    channels: ops

Secrets to set before applying: OPS_SLACK_URL
2 to create, 0 unchanged.
`,
  });
  expect(await tattle(["apply", file], { TATTLE_KEY: key })).toMatchObject({ status: 3 });
  expect(await tattle(["apply", file])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("send OPS_SLACK_URL in secrets"),
  });
  expect(await db.snitch.count({ where: { caseId } })).toBe(0);
  expect(await tattle(["apply", file], { OPS_SLACK_URL: SLACK })).toMatchObject({ status: 0, stderr: "" });
  expect(await listStored(caseId)).toMatchObject([{ settings: { url: SLACK } }]);
  expect(await tattle(["plan", file])).toEqual({ status: 0, stderr: "", stdout: "Nothing to do.\n" });
  // Another value of a variable is another secret.
  await tattle(["apply", file], { OPS_SLACK_URL: `${SLACK}Y` });
  expect(await listStored(caseId)).toMatchObject([{ settings: { url: `${SLACK}Y` } }]);
});

test("what is exported can be applied, and with --prune what it does not have is deleted", async () => {
  const { caseId, write, tattle } = await aUser();
  await aSnitch({ caseId, name: "Old" });
  const exported = await tattle(["export"]);
  expect(exported).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse((await tattle(["export", "--json"])).stdout)).toMatchObject({
    snitches: [{ key: "old" }],
  });
  const file = write(exported.stdout);
  expect(await tattle(["plan", file, "--prune"])).toMatchObject({ status: 0 });

  await aSnitch({ caseId, name: "New" });
  expect(await tattle(["plan", file, "--prune"])).toMatchObject({
    status: 2,
    stdout: expect.stringContaining("- snitch new"),
  });
  expect(await tattle(["apply", file])).toMatchObject({ status: 0, stdout: "Nothing to do.\n" });
  expect(await tattle(["apply", file, "--prune"])).toMatchObject({ status: 0 });
  expect(await db.snitch.count({ where: { caseId } })).toBe(1);
});

test("a file that is wrong is refused with its places, and one that is not there is said", async () => {
  const { write, tattle } = await aUser();
  expect(await tattle(["plan", write("version: 1\nsnitches: 5\n")])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("snitches line 2, column 1: must be a list"),
  });
  expect(await tattle(["plan", "/nowhere.yml"])).toMatchObject({ status: 1 });
  expect(await tattle(["apply", write("a: [")])).toMatchObject({ status: 1, stdout: "" });
});
