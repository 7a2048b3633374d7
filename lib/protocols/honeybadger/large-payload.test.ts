import { expect, test } from "vitest";
import { listStoredCheckIns } from "@/testing/check-in-http";
import { aCase, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";

const send = (token: string, stdout: string) =>
  requestProtocol(`/v1/check_in/${token}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ check_in: { stdout, status: "error", exit_code: 3 } }),
  });

test("a job that has printed more than 64 kB is heard if its output is kept, and is refused otherwise", async () => {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const { id, token } = await aSnitch({ caseId });

  expect((await send(token, "x".repeat(90_000))).status).toBe(201);
  expect((await send(token, "x".repeat(120_000))).status).toBe(413);
  expect((await listStoredCheckIns(id)).map(({ exitStatus }) => exitStatus)).toEqual(["3"]);
});
