import { expect, test } from "vitest";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

test("the tags of a case are listed once each, by name, and those of another case are not", async () => {
  const client = await aClient();
  expect(await readResponse(client.get("/v1/tags"))).toEqual({ status: 200, body: [] });
  for (const tags of [["eu", "database"], ["eu"], []]) await aSnitch({ caseId: client.theCase.id, tags });
  await aSnitch({ tags: ["of-another"] });
  expect(await readResponse(client.get("/v1/tags"))).toEqual({ status: 200, body: ["database", "eu"] });
});
