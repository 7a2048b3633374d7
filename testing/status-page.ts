import { randomBytes, randomUUID } from "node:crypto";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/generated/client";
import { publishPageChange } from "@/lib/status-pages/announce";

type Given = {
  title?: string;
  settings?: Prisma.InputJsonObject;
  components?: { name: string; snitchId?: string; tag?: string }[];
};

const SETTINGS = {
  description: "",
  timezone: "UTC",
  language: "en",
  accent: null,
  links: [],
  footer: "",
  show_durations: false,
  publish: "never",
  publish_after: 900,
  notify_automatic: false,
};

const SUPPLIERS = [{ name: "Backups" }, { name: "Payments" }];

/** A public status page of the case, by default with two components that only notices tell about. */
export async function aPage(
  caseId: string,
  { title = "Acme", settings = {}, components = SUPPLIERS }: Given = {},
) {
  const id = randomUUID();
  await db.share.create({
    data: { id, kind: "page", name: title, settings: {}, createdBy: "somebody@example.com", caseId },
  });
  const slug = `page-${randomBytes(6).toString("hex")}`;
  const create = components.map((component, position) => ({ ...component, position, groupName: "Jobs" }));
  const page = await db.page.create({
    data: {
      id,
      slug,
      caseId,
      visibility: "public",
      settings: { ...SETTINGS, ...settings },
      components: { create },
    },
    include: { components: { orderBy: { position: "asc" } } },
  });
  publishPageChange(caseId);
  return page;
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const IEND_BYTES = 12;

/** A PNG as a data URL, with a further chunk of this name before its end. */
export function aPng(name: string, data: Buffer): string {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length);
  const parts = [PIXEL.subarray(0, -IEND_BYTES), chunk, PIXEL.subarray(-IEND_BYTES)];
  return `data:image/png;base64,${Buffer.concat(parts).toString("base64")}`;
}
