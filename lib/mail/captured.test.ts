import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { deleteOldCaptured } from "./captured";

const tuesday = new Date("2026-03-10T10:00Z");
const daysBefore = (days: number) => new Date(tuesday.getTime() - days * DAY_MS);

test("captured emails are deleted after 30 days", async () => {
  const message = { from: "a@example.com", to: "b@example.com", html: "", text: "" };
  await db.capturedEmail.createMany({
    data: [
      { id: randomUUID(), at: daysBefore(31), subject: "old", ...message },
      { id: randomUUID(), at: daysBefore(29), subject: "recent", ...message },
    ],
  });

  await deleteOldCaptured(tuesday);

  expect(await db.capturedEmail.findMany()).toMatchObject([{ subject: "recent" }]);
});
