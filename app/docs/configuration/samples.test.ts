import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
import { runApiServer } from "@/testing/api-server";
import { ACTOR } from "@/testing/factories";
import { lacks } from "@/testing/languages";
import { aClient } from "@/testing/requests";
import { runCommand, TATTLE } from "@/testing/tattle";

const apiUrl = runApiServer();

/** The blocks of code of the page, by their labels. */
const BLOCKS = Object.fromEntries(
  [...readFileSync("app/docs/configuration/page.md", "utf8").matchAll(/^```\w+ (.+)\n([\s\S]*?)^```$/gm)].map(
    ([, label = "", text = ""]) => [label, text],
  ),
);
const block = (label: string) => BLOCKS[label] ?? expect.fail(`No block is called ${label}.`);

/** A forge, as far as comments go. */
const comments: { path: string; body: string }[] = [];
const forge = createServer(async (request, response) => {
  comments.push({ path: request.url ?? "", body: await readText(request) });
  response.end("{}");
});
const folder = mkdtempSync(path.join(os.tmpdir(), "tattle-samples-"));
beforeAll(async () => {
  await new Promise<void>((resolve) => forge.listen(0, "127.0.0.1", resolve));
  const program = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(path.join(folder, name), 0o755);
  };
  program("tattle", `exec ${TATTLE.map((word) => `'${word}'`).join(" ")} "$@"`);
  // What this program of GitHub would send.
  program("gh", `for file; do :; done; printf '%s ' "$@" > gh.txt; cat "$file" >> gh.txt`);
  writeFileSync(path.join(folder, "tattle.yml"), block("tattle.yml"));
});
afterAll(() => {
  forge.close();
  rmSync(folder, { recursive: true });
});

const SLACK = "https://hooks.slack.com/services/T000/B000/XXXX";

/** A new case, and a shell in which a job of a forge runs. */
async function aJob() {
  const { theCase, key } = await aClient({ plan: "unlimited" });
  const planKey = (await createApiKey(theCase.id, { name: "Plan", access: "plan" }, ACTOR)).key;
  const address = `http://127.0.0.1:${(forge.address() as AddressInfo).port}`;
  const run = async (lines: string[], env: Record<string, string>) => {
    // The program is there already.
    const script = lines.filter((line) => !line.includes("install.sh")).join("\n");
    const { status, stderr, stdout } = await runCommand(["sh", "-ec", `cd '${folder}'\n${script}`], {
      env: { PATH: `${folder}:${process.env.PATH}`, TATTLE_URL: apiUrl(), ...env },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout.toString();
  };
  const countChannels = () => db.channel.count({ where: { caseId: theCase.id } });
  return { key, planKey, address, run, countChannels };
}

type Workflow = { jobs: Record<string, { env: Record<string, string>; steps: { run?: string }[] }> };
const listSteps = (workflow: Workflow, job: string) =>
  (workflow.jobs[job]?.steps ?? []).flatMap(({ run }) => (run === undefined ? [] : [run]));

const PLANNED = /### Tattle: 2 to create, 0 unchanged\.[\s\S]*\+ snitch nightly-backup/;

test.skipIf(lacks("curl"))("the workflows of GitHub and Forgejo comment the plan, and apply it", async () => {
  for (const name of [".github/workflows/tattle.yml", ".forgejo/workflows/tattle.yml"]) {
    const { key, planKey, address, run, countChannels } = await aJob();
    const workflow: Workflow = parse(block(name));
    expect(workflow.jobs.plan?.env.TATTLE_KEY).toContain("secrets.TATTLE_PLAN_KEY");
    comments.length = 0;
    await run(listSteps(workflow, "plan"), {
      TATTLE_KEY: planKey,
      PR: "7",
      TOKEN: "t",
      GITHUB_API_URL: address,
      GITHUB_REPOSITORY: "acme/jobs",
    });
    if (name.includes("github")) expect(readFileSync(path.join(folder, "gh.txt"), "utf8")).toMatch(PLANNED);
    else {
      expect(comments).toMatchObject([{ path: "/repos/acme/jobs/issues/7/comments" }]);
      expect(JSON.parse(comments[0]?.body ?? "").body).toMatch(PLANNED);
    }
    expect(await countChannels()).toBe(0);
    await run(listSteps(workflow, "apply"), { TATTLE_KEY: key, OPS_SLACK_URL: SLACK });
    expect(await countChannels()).toBe(1);
  }
});

test.skipIf(lacks("curl"))("the pipeline of GitLab comments the plan, and applies it", async () => {
  const { key, planKey, address, run, countChannels } = await aJob();
  const pipeline: Record<string, { script: string[] }> = parse(block(".gitlab-ci.yml"));
  comments.length = 0;
  await run(pipeline.plan?.script ?? [], {
    TATTLE_PLAN_KEY: planKey,
    GITLAB_TOKEN: "t",
    CI_API_V4_URL: address,
    CI_PROJECT_ID: "3",
    CI_MERGE_REQUEST_IID: "7",
  });
  expect(comments).toMatchObject([{ path: "/projects/3/merge_requests/7/notes" }]);
  expect(comments[0]?.body).toMatch(PLANNED);
  await run(pipeline.apply?.script ?? [], { TATTLE_KEY: key, OPS_SLACK_URL: SLACK });
  expect(await countChannels()).toBe(1);
});

test.skipIf(lacks("curl"))(
  "the lines with curl apply the plan, and what is exported is applied again",
  async () => {
    const { key, run, countChannels } = await aJob();
    const env = { TATTLE_KEY: key, OPS_SLACK_URL: SLACK };
    await run(["tattle apply tattle.yml"], env);

    expect(await run([block("the digest says which plan is applied")], env)).toContain('"done":[]');
    expect(
      await run(
        [
          "cp tattle.yml own.yml",
          block("the configuration of your case"),
          "tattle plan tattle.yml; mv own.yml tattle.yml",
        ],
        env,
      ),
    ).toBe("Nothing to do.\n");
    expect(await countChannels()).toBe(1);
  },
);
