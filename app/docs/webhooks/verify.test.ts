import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, describe, expect, test } from "vitest";
import { lacks } from "@/testing/languages";
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
const codeFor = (name: string) => VERIFY.find((snippet) => snippet.name === name)?.text ?? "";
const asJsonLiteral = (request: Request) => JSON.stringify(JSON.stringify(request));

const folder = mkdtempSync(path.join(tmpdir(), "tattle-go-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The Go code is a package of a program, which is compiled once. */
let compiling: Promise<unknown> | undefined;
function compileGo(): Promise<unknown> {
  mkdirSync(path.join(folder, "hooks"));
  writeFileSync(path.join(folder, "go.mod"), "module receiver\n\ngo 1.16\n");
  writeFileSync(path.join(folder, "hooks/verify.go"), codeFor("Go"));
  writeFileSync(
    path.join(folder, "main.go"),
    `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"receiver/hooks"
)

func main() {
	var request struct {
		Headers      map[string]string
		Body, Secret string
	}
	var event struct{ Type string }
	json.Unmarshal([]byte(os.Args[1]), &request)
	headers := http.Header{}
	for name, value := range request.Headers {
		headers.Set(name, value)
	}
	if err := hooks.Verify(headers, []byte(request.Body), request.Secret); err != nil {
		panic(err)
	}
	json.Unmarshal([]byte(request.Body), &event)
	fmt.Println(event.Type)
}
`,
  );
  return run("go", ["build", "-o", "receiver", "."], { cwd: folder });
}

/** Runs the code for one request. Prints the event’s type if the signature is valid, and exits with an error otherwise. */
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
        `${codeFor("Node")}\nconst { headers, body, secret } = JSON.parse(${asJsonLiteral(request)});\nconsole.log(verify(headers, body, secret).type);`,
      ]),
  },
  Python: {
    program: "python3",
    verify: (request) =>
      run("python3", [
        "-c",
        `${codeFor("Python")}\nrequest = json.loads(${asJsonLiteral(request)})\nprint(verify(request["headers"], request["body"], request["secret"])["type"])`,
      ]),
  },
  Ruby: {
    program: "ruby",
    verify: (request) =>
      run("ruby", [
        "-e",
        `${codeFor("Ruby")}\nrequest = JSON.parse(ARGV[0])\nputs verify(request["headers"], request["body"], request["secret"])["type"]`,
        JSON.stringify(request),
      ]),
  },
  Go: {
    program: "go",
    verify: async (request) => {
      compiling ??= compileGo();
      await compiling;
      return run(path.join(folder, "receiver"), [JSON.stringify(request)]);
    },
  },
};

test("every language in the documentation is tested", () => {
  expect(Object.keys(RUNNERS)).toEqual(VERIFY.map(({ name }) => name));
});

describe.each(Object.entries(RUNNERS))("the code for %s", (_, { program, verify }) => {
  const testHere = test.skipIf(lacks(program));

  testHere("accepts our requests, also while the secret is rotated", async () => {
    for (const request of [aRequest(), aRequest(new Date(), [OTHER, SECRET])])
      expect((await verify(request)).stdout.trim()).toBe("snitch.missing");
  });

  testHere("rejects other signatures, old requests and changed bodies", async () => {
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
