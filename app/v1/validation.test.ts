import { expect, test } from "vitest";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

const INVALID_TEXT = "must not contain NUL or broken characters";

const invalid = (...validations: [attribute: string, message: string][]) => ({
  status: 422,
  body: {
    type: "resource_invalid",
    error: "Some attributes are missing or invalid.",
    validations: validations.map(([attribute, message]) => ({ attribute, message })),
  },
});

const INVALID_INTERVAL = `must be one of ${INTERVALS.join(", ")}`;
const valid = { name: "a", interval: "daily" };

test.each([
  [
    "nothing",
    undefined,
    [
      ["name", "can't be blank"],
      ["interval", "can't be blank"],
    ],
  ],
  [
    "an empty object",
    {},
    [
      ["name", "can't be blank"],
      ["interval", "can't be blank"],
    ],
  ],
  [
    "blanks",
    { name: " ", interval: "" },
    [
      ["name", "can't be blank"],
      ["interval", "can't be blank"],
    ],
  ],
  [
    "nulls",
    { name: null, interval: null },
    [
      ["name", "can't be blank"],
      ["interval", "can't be blank"],
    ],
  ],
  ["an unknown interval", { ...valid, interval: "20_minute" }, [["interval", INVALID_INTERVAL]]],
  [
    "wrong types",
    { name: 1, interval: [], tags: {}, notes: 1, alert_email: 1, alert_type: 1 },
    [
      ["name", "must be text"],
      ["interval", INVALID_INTERVAL],
      ["alert_type", "must be one of basic, smart"],
      ["alert_email", "must be a list of addresses"],
      ["notes", "must be text"],
      ["tags", "must be a list of texts"],
    ],
  ],
  ["an array", [1], [["body", "must be a JSON object"]]],
  ["a long name", { ...valid, name: "x".repeat(256) }, [["name", "is too long (maximum is 255 characters)"]]],
  [
    "long notes",
    { ...valid, notes: "x".repeat(10_001) },
    [["notes", "is too long (maximum is 10,000 characters)"]],
  ],
  [
    "NUL",
    { ...valid, name: "a\0b", notes: "\0" },
    [
      ["name", INVALID_TEXT],
      ["notes", INVALID_TEXT],
    ],
  ],
  ["a lone surrogate", { ...valid, tags: ["\ud800"] }, [["tags", INVALID_TEXT]]],
  [
    "a long tag",
    { ...valid, tags: ["x".repeat(65)] },
    [["tags", "has a tag that is too long (maximum is 64 characters)"]],
  ],
  ["many tags", { ...valid, tags: numbered(51) }, [["tags", "has too many tags (maximum is 50)"]]],
  [
    "too many items",
    { ...valid, tags: numbered(1_001) },
    [["tags", "has too many items (maximum is 1,000)"]],
  ],
  [
    "a wrong address",
    { ...valid, alert_email: "a@example.com,b" },
    [["alert_email", "has an invalid address: b"]],
  ],
  [
    "smart alerts for minutes",
    { ...valid, interval: "5_minute", alert_type: "smart" },
    [["alert_type", "can't be smart for intervals under an hour: use basic"]],
  ],
] as [string, unknown, [string, string][]][])(
  "creating a snitch with %s is refused with all validations",
  async (_, body, validations) => {
    const client = await aClient();

    const response = await readResponse(client.post("/v1/snitches", body));

    expect(response).toEqual(invalid(...validations));
  },
);

test.each([".", " .. "])(
  "the tag “%s”, which cannot be part of a path, is refused on add and update",
  async (tag) => {
    const client = await aClient();
    const { token } = await aSnitch({ caseId: client.theCase.id, tags: ["a"] });
    const path = `/v1/snitches/${token}`;
    const refused = invalid(["tags", "has a tag of nothing but dots, which no path can name"]);

    expect(await readResponse(client.post(`${path}/tags`, [tag]))).toEqual(refused);
    expect(await readResponse(client.patch(path, { tags: [tag, "..."] }))).toEqual(refused);
  },
);

function numbered(count: number) {
  return Array.from({ length: count }, (_, i) => String(i));
}

const INVALID_UNTIL = "must be healthy, unpaused or a time in the future (ISO 8601)";

test.each([
  "soon",
  "2020-01-01T00:00:00Z",
  "2100-02-30T00:00:00Z",
  "2100-02-29",
  "2100-01-01T24:00:00Z",
  "2100-01-01T06Z",
  1,
  {},
  "2100",
])("a pause until %j is refused", async (until) => {
  const client = await aClient();
  const { token } = await aSnitch({ caseId: client.theCase.id, status: "healthy" });

  const response = readResponse(client.post(`/v1/snitches/${token}/pause`, { until }));

  expect(await response).toEqual(invalid(["until", INVALID_UNTIL]));
});

test("a pending snitch cannot be paused", async () => {
  const client = await aClient();
  const { token } = await aSnitch({ caseId: client.theCase.id });

  const response = readResponse(client.post(`/v1/snitches/${token}/pause`));

  expect(await response).toEqual(invalid(["status", "can't be paused before the first check-in"]));
});
