import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { deleteOldCaptured } from "./captured";

const now = new Date("2026-03-10T10:00Z");
const before = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);

test("captured e-mails are forgotten after 30 days", async () => {
  const mail = { from: "a@example.com", to: "b@example.com", html: "", text: "" };
  await db.capturedEmail.createMany({
    data: [
      { id: randomUUID(), at: before(31), subject: "old", ...mail },
      { id: randomUUID(), at: before(29), subject: "young", ...mail },
    ],
  });

  await deleteOldCaptured(now);

  expect(await db.capturedEmail.findMany()).toMatchObject([{ subject: "young" }]);
});
