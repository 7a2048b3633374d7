import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCurlCommand, exampleUrl } from "@/lib/api/example";
import { aSnitch } from "@/testing/factories";
import { aClient, send } from "@/testing/requests";
import { OPERATIONS } from "./operations";

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const result = await send(request.method ?? "", request.url ?? "", {
    headers: { authorization: request.headers.authorization ?? "" },
    ...(body.length > 0 && { body }),
  });
  response.writeHead(result.status, Object.fromEntries(result.headers));
  response.end(await result.text());
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

const shell = promisify(execFile);
const isCurlInstalled = await shell("curl", ["--version"]).then(
  () => true,
  () => false,
);

/** What their requests name is not there. */
const NEED_MORE = ["createPage", "createNotice", "replacePolicies"];

test.skipIf(!isCurlInstalled)("the commands of the reference work, on things that are there", async () => {
  const { theCase, key } = await aClient();
  await aSnitch({ caseId: theCase.id, token: "c2354d53d2b1a4f0", status: "healthy" });
  const { port } = server.address() as AddressInfo;
  for (const operation of OPERATIONS.filter(
    ({ id, path }) => path.startsWith("/v1/") && !NEED_MORE.includes(id),
  )) {
    const url = `http://127.0.0.1:${port}${exampleUrl(operation, OPERATIONS)}`;
    const command = `${buildCurlCommand(operation, url, key)} -sS -o /dev/null -w '%{http_code}'`;
    const { stdout } = await shell("sh", ["-c", command]);
    expect([operation.id, stdout]).toEqual([operation.id, expect.stringMatching(/^(2..|404|409)$/)]);
  }
});
