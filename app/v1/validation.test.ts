import { expect, test } from "vitest";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal } from "@/testing/requests";

const INVALID_TEXT = "must not contain NUL or broken characters";

const valid = { name: "a", interval: "daily" };

test.each([
  ["a lone surrogate", { ...valid, tags: ["\ud800"] }, [["tags", INVALID_TEXT]]],
  [
    "a long tag",
    { ...valid, tags: ["x".repeat(65)] },
    [["tags", "has a tag that is too long (maximum is 64 characters)"]],
  ],
  [
    "too many items",
    { ...valid, tags: numbered(1_001) },
    [["tags", "has too many items (maximum is 1,000)"]],
  ],
] as [string, unknown, [string, string][]][])(
  "creating a snitch with %s is refused with all validations",
  async (_, body, validations) => {
    const client = await aClient();

    const response = await readResponse(client.post("/v1/snitches", body));

    expect(response).toEqual(refusal(...validations));
  },
);

test.each([".", " .. "])(
  "the tag “%s”, which cannot be part of a path, is refused on add and update",
  async (tag) => {
    const client = await aClient();
    const { token } = await aSnitch({ caseId: client.theCase.id, tags: ["a"] });
    const path = `/v1/snitches/${token}`;
    const refused = refusal(["tags", "has a tag that consists only of dots, which can’t be used in a path"]);

    expect(await readResponse(client.post(`${path}/tags`, [tag]))).toEqual(refused);
    expect(await readResponse(client.patch(path, { tags: [tag, "..."] }))).toEqual(refused);
  },
);

function numbered(count: number) {
  return Array.from({ length: count }, (_, i) => String(i));
}

const INVALID_UNTIL = "must be healthy, unpaused or a time in the future (ISO 8601)";

test.each(["2100-02-30T00:00:00Z", "2100-02-29", "2100-01-01T24:00:00Z", "2100-01-01T06Z", {}, "2100"])(
  "a pause until %j is refused",
  async (until) => {
    const client = await aClient();
    const { token } = await aSnitch({ caseId: client.theCase.id, status: "healthy" });

    const response = readResponse(client.post(`/v1/snitches/${token}/pause`, { until }));

    expect(await response).toEqual(refusal(["until", INVALID_UNTIL]));
  },
);
