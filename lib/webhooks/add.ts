import { randomBytes } from "node:crypto";
import { db } from "@/lib/db";
import { parseTarget } from "./target";

/** Adds a target for the case's alerts. The secret signs every request to it. */
export async function addWebhook(caseId: string, url: string): Promise<{ id: string; secret: string }> {
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const target = parseTarget(url).toString();
  return db.webhook.create({ data: { caseId, url: target, secret }, select: { id: true, secret: true } });
}
