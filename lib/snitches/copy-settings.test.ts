import { expect, test } from "vitest";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { query } from "@/lib/platform/db";
import { ACTOR, aCase, aSnitch, aWebhook } from "@/testing/factories";
import { copySettings } from "./copy-settings";
import { createSnitch } from "./create";
import { findDependencies } from "./dependencies";
import { newSnitch } from "./input";
import { COLUMNS } from "./settings/settings";

test("a copy has every setting of its original but its name, slug, schedule and dismissed suggestions", async () => {
  const theCase = await aCase();
  const parent = await aSnitch({ caseId: theCase.id });
  const channel = await aWebhook({ caseId: theCase.id, url: "https://hooks.acme.test" });
  const input = newSnitch.parse({
    ...{ name: "Backup", tags: ["db"], notes: "Call Ada.", slug: "backup", environment: "production" },
    ...{
      url: "https://wiki.acme.test",
      schedule: "0 3 * * *",
      timezone: "Europe/Riga",
      grace: 600,
      early: 60,
    },
    ...{ active: "Mon..Fri 00:00-12:00", alert_type: "smart", alert_email: ["ops@acme.test"] },
    ...{ max_runtime: 3_600, min_runtime: 5, start_grace: 0, expects: "start", checks: ["metric.rows > 0"] },
    ...{
      alert_after: 3,
      alert_after_seconds: 7_200,
      recover_after: 2,
      remind_every: "never",
      severity: "info",
    },
    ...{ depends_on: [parent.token], channels: [channel.id], silenced: ["flaps"] },
    filters: { in_body: true, failure_keywords: "error" },
  });
  const original = await createSnitch(theCase, input, ACTOR, WHOLE_CASE);
  const times = { schedule: "0 4 * * *", timezone: "Europe/Berlin" };
  const copied = newSnitch.parse({ name: "Copy", ...times, ...(await copySettings(original, true)) });
  const copy = await createSnitch(theCase, copied, ACTOR, WHOLE_CASE);

  const own = ["name", "slug", "silenced"];
  for (const [name, { property }] of Object.entries(COLUMNS)) {
    if (!own.includes(name)) expect(copy[property], name).toEqual(original[property]);
  }
  expect(copy).toMatchObject({
    ...{ name: "Copy", slug: "", silenced: [], schedule: "0 4 * * *", timezone: "Europe/Berlin" },
    ...{ grace: 600, early: 60, active: "Mon..Fri 00:00-12:00", alertType: "smart", startGrace: 0 },
  });
  expect((await findDependencies(query, [copy.id])).get(copy.id)).toEqual([parent.token]);
});

test("only a copy on a schedule has what a calendar period cannot have", async () => {
  const onSchedule = await aSnitch({
    schedule: "0 3 * * *",
    grace: 600,
    early: 60,
    startGrace: 5,
    tags: ["db"],
  });
  const inPeriods = await aSnitch({ tags: ["eu"] });
  const margins = ["grace", "early", "active", "start_grace"];
  const period = { name: "Copy", interval: "weekly" };
  const schedule = { name: "Copy", schedule: "0 3 * * *" };

  const copied = await copySettings(onSchedule, false);
  for (const name of margins) expect(copied).not.toHaveProperty(name);
  expect(newSnitch.parse({ ...period, ...copied })).toMatchObject({ interval: "weekly", tags: ["db"] });
  expect(newSnitch.parse({ ...schedule, ...(await copySettings(inPeriods, true)) })).toMatchObject({
    tags: ["eu"],
  });
});
