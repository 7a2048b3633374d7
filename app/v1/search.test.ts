import { expect, test } from "vitest";
import { indexTexts } from "@/lib/runs/outputs/index-texts";
import { requestCheckIn } from "@/testing/check-in-request";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

test("runs are found by what they printed, a page at a time, each with its snitch and the line", async () => {
  const { key, theCase } = await aClient();
  const { token } = await aSnitch({ caseId: theCase.id, name: "Backup" });
  const search = async (query: string) => readResponse(send("GET", `/v1/runs${query}`, { key }));
  expect(await search("")).toEqual({ status: 200, body: [] });
  for (const body of ["disk is full", "start\nDISK is FULL, again"])
    expect(await requestCheckIn(`/${token}/1`, new Date(), { body, contentType: "text/plain" })).toBe(202);
  await indexTexts(new Date());

  const run = { outcome: "failed", exit_status: "1", snitch: { token, name: "Backup" } };
  const { body } = await search("?q=disk+ful&limit=1");
  expect(body).toMatchObject([{ ...run, line: "DISK is FULL, again" }]);
  const [{ id }] = body as [{ id: string }];
  expect((await search(`?q=disk&before=${id}`)).body).toMatchObject([{ ...run, line: "disk is full" }]);
  expect((await search("?q=disk+%26+!empty")).body).toEqual([]);
  expect((await search("?q=%27%3A*%20%5C%00")).status).toBe(200);
});
