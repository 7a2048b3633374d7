import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { memberEmails } from "./input";
import { changeMemberEmails, findMemberEmails, type MemberEmails } from "./member-emails";
import { updateCase } from "./update";

const tuesday = new Date("2026-03-10T23:30Z");
const NOTHING: MemberEmails = {
  frequency: null,
  zone: "UTC",
  quiet: null,
  digest: null,
  digestHour: 8,
  digestSkipsQuiet: false,
};
const NIGHTS = { from: 22 * 60, to: 7 * 60, days: [] };

test("a viewer, too, chooses which emails they get, and the case’s log says so", async () => {
  const { caseId, val, ada } = await aCaseWith({ val: "viewer", ada: "owner" });

  await changeMemberEmails(caseId, val.id, { ...NOTHING, frequency: "daily" }, by(val), tuesday);
  await changeMemberEmails(caseId, val.id, { ...NOTHING, frequency: "daily" }, by(val), tuesday);

  expect(await findMemberEmails(caseId, val.id)).toEqual({ ...NOTHING, frequency: "daily" });
  expect(await findMemberEmails(caseId, ada.id)).toEqual(NOTHING);
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    {
      action: "recipient.changed",
      resourceName: val.email,
      facts: { frequency: { from: null, to: "daily" } },
    },
  ]);
});

test("quiet hours and a digest are kept, and the first digest is sent when its week is over", async () => {
  const { caseId, val } = await aCaseWith({ val: "viewer" });
  const chosen: MemberEmails = { ...NOTHING, zone: "Europe/Berlin", quiet: NIGHTS, digest: "weekly" };

  await changeMemberEmails(caseId, val.id, chosen, by(val), tuesday);

  expect(await findMemberEmails(caseId, val.id)).toEqual(chosen);
  expect(await db.member.findFirst({ where: { caseId } })).toMatchObject({
    digestAt: new Date("2026-03-16T07:00Z"),
  });
  await changeMemberEmails(caseId, val.id, NOTHING, by(val), tuesday);
  expect(await db.member.findFirst({ where: { caseId } })).toMatchObject({ digestAt: null, quietFrom: null });
});

test("a daily digest comes at the hour of its reader, and a new hour moves the next one", async () => {
  const { caseId, val } = await aCaseWith({ val: "viewer" });
  const chosen: MemberEmails = { ...NOTHING, zone: "Europe/Berlin", digest: "daily", digestHour: 18 };
  const digestAt = async () => (await db.member.findFirst({ where: { caseId } }))?.digestAt;

  await changeMemberEmails(caseId, val.id, chosen, by(val), tuesday);
  expect(await digestAt()).toEqual(new Date("2026-03-11T17:00Z"));
  const later = { ...chosen, digestHour: 6, digestSkipsQuiet: true };
  await changeMemberEmails(caseId, val.id, later, by(val), tuesday);

  expect(await digestAt()).toEqual(new Date("2026-03-11T05:00Z"));
  expect(await findMemberEmails(caseId, val.id)).toEqual(later);
  expect(await db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "desc" }, take: 1 })).toMatchObject(
    [
      {
        facts: {
          digest: {
            from: "daily, Europe/Berlin, 18:00",
            to: "daily, Europe/Berlin, 06:00, if something happened",
          },
        },
      },
    ],
  );
});

test("emails that wait come at once without quiet hours, and at the end of other ones with these", async () => {
  const { caseId, val } = await aCaseWith({ val: "viewer" });
  await changeMemberEmails(caseId, val.id, { ...NOTHING, quiet: NIGHTS }, by(val), tuesday);
  const { id: snitchId } = await aSnitch({ caseId });
  const alert = { kind: "missing", from: "healthy", to: "failed", at: tuesday, caseId, snitchId } as const;
  const { id } = await db.email.create({
    data: {
      caseId,
      snitchId,
      alertId: (await db.alert.create({ data: alert })).id,
      address: val.email,
      heldFor: "quiet_hours",
      dueAt: new Date("2026-03-11T07:00Z"),
    },
  });
  const dueAt = async () => (await db.email.findUniqueOrThrow({ where: { id } })).dueAt;

  await changeMemberEmails(caseId, val.id, { ...NOTHING, quiet: { ...NIGHTS, to: 300 } }, by(val), tuesday);
  expect(await dueAt()).toEqual(new Date("2026-03-11T05:00Z"));
  await changeMemberEmails(caseId, val.id, NOTHING, by(val), tuesday);
  expect(await dueAt()).toEqual(tuesday);
});

test("a person outside the case has no such choice", async () => {
  const { caseId } = await aCaseWith({ ada: "owner" });
  const { eve } = await aCaseWith({ eve: "owner" });

  await expect(changeMemberEmails(caseId, eve.id, NOTHING, by(eve), tuesday)).rejects.toMatchObject({
    type: "resource_not_found",
  });
});

test("the case’s settings are changed together, and recorded", async () => {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });

  const name = "Acme";
  await updateCase(
    caseId,
    { name, alertEmail: null, emailFrequency: "hourly", limitsEmails: false },
    by(ada),
  );
  await updateCase(caseId, { name, alertEmail: null }, by(ada));

  expect(await db.case.findUnique({ where: { id: caseId } })).toMatchObject({
    emailFrequency: "hourly",
    limitsEmails: false,
  });
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    {
      action: "case.changed",
      facts: {
        email_frequency: { from: "every", to: "hourly" },
        many_alerts: { from: "one email", to: "an email each" },
      },
    },
  ]);
});

const FORM = { frequency: "", quiet_from: "22:00", quiet_to: "07:00", timezone: "europe/berlin", digest: "" };

test("a form with all days means every day, and one without times no quiet hours", () => {
  const days = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`day_${day}`, "on"]));
  expect(memberEmails.parse({ ...FORM, ...days })).toEqual({
    frequency: null,
    zone: "Europe/Berlin",
    quiet: NIGHTS,
    digest: null,
    digestHour: 8,
    digestSkipsQuiet: false,
  });
  expect(memberEmails.parse({ ...FORM, day_6: "on", digest: "monthly" })).toMatchObject({
    quiet: { days: [6] },
    digest: "monthly",
  });
  expect(memberEmails.parse({ ...FORM, quiet_from: "", quiet_to: "" }).quiet).toBeNull();
  expect(
    memberEmails.parse({ ...FORM, digest: "daily", digest_hour: "0", digest_skips_quiet: "on" }),
  ).toMatchObject({ digest: "daily", digestHour: 0, digestSkipsQuiet: true });
});

test.each([
  ["a nonsensical time", { quiet_from: "25:00" }, "quiet_from"],
  ["one time only", { quiet_to: "" }, "quiet_to"],
  ["no time left", { quiet_to: "22:00" }, "quiet_to"],
  ["an unknown zone", { timezone: "Mars/Olympus" }, "timezone"],
  ["an unknown digest", { digest: "hourly" }, "digest"],
  ["an hour that no day has", { digest_hour: "24" }, "digest_hour"],
  ["half an hour", { digest_hour: "7.5" }, "digest_hour"],
])("a form with %s is refused, on its field", (_, given, field) => {
  expect(memberEmails.safeParse({ ...FORM, ...given }).error?.issues).toMatchObject([{ path: [field] }]);
});
