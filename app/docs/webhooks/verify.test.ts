import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { VERIFY } from "./verify";

const SECRET = `whsec_${Buffer.from("a secret of twenty-four b").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another one, that is old!").toString("base64")}`;
const BODY = '{"type": "snitch.missing", "name": "Sicherung für Öl"}';
const ID = "01a1fb83-af36-7345-9db8-85689f84cc20";

type Request = { headers: Record<string, string>; body: string; secret: string };

function aRequest(at = new Date(), secrets = [SECRET]): Request {
  const headers = {
    "webhook-id": ID,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(ID, at, BODY)).join(" "),
  };
  return { headers, body: BODY, secret: SECRET };
}

const run = promisify(execFile);
const textOf = (name: string) => VERIFY.find((snippet) => snippet.name === name)?.text ?? "";
const given = (request: Request) => JSON.stringify(JSON.stringify(request));

/** Runs a snippet as a person would, and prints the type of the event that it lets through. */
const RUNNERS: Record<
  string,
  { program: string; verify: (request: Request) => Promise<{ stdout: string }> }
> = {
  Node: {
    program: process.execPath,
    verify: (request) =>
      run(process.execPath, [
        "--input-type=module",
        "-e",
        `${textOf("Node")}\nconst { headers, body, secret } = JSON.parse(${given(request)});\nconsole.log(verify(headers, body, secret).type);`,
      ]),
  },
  Python: {
    program: "python3",
    verify: (request) =>
      run("python3", [
        "-c",
        `${textOf("Python")}\nrequest = json.loads(${given(request)})\nprint(verify(request["headers"], request["body"], request["secret"])["type"])`,
      ]),
  },
  Ruby: {
    program: "ruby",
    verify: (request) =>
      run("ruby", [
        "-e",
        `${textOf("Ruby")}\nrequest = JSON.parse(ARGV[0])\nputs verify(request["headers"], request["body"], request["secret"])["type"]`,
        JSON.stringify(request),
      ]),
  },
};

describe.each(Object.entries(RUNNERS))("the lines for %s", (_, { program, verify }) => {
  const testHere = test.skipIf(spawnSync(program, ["--version"]).status !== 0);

  testHere("let through what is ours, also while secrets change", async () => {
    for (const request of [aRequest(), aRequest(new Date(), [OTHER, SECRET])])
      expect((await verify(request)).stdout.trim()).toBe("snitch.missing");
  });

  testHere("refuse what is not", async () => {
    const now = new Date();
    const forged: Request[] = [
      aRequest(now, [OTHER]),
      aRequest(new Date(now.getTime() - 301_000)),
      { ...aRequest(), body: BODY.replace("missing", "reporting") },
      { ...aRequest(), headers: { ...aRequest().headers, "webhook-timestamp": "" } },
    ];
    for (const request of forged) await expect(verify(request)).rejects.toThrow();
  });
});
