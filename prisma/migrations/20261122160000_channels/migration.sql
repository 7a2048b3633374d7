-- CreateEnum
CREATE TYPE "delivery_event" AS ENUM ('test', 'acknowledged', 'drill', 'removed');

-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN     "name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "settings" TEXT,
ADD COLUMN     "disabled_reason" TEXT,
ADD COLUMN     "budget" TEXT,
ADD COLUMN     "limited_until" TIMESTAMPTZ(3),
ADD COLUMN     "user_id" UUID;

ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_have_settings_by_kind" CHECK (("channel" = 'webhook') = ("settings" IS NULL));

-- CreateTable
CREATE TABLE "drills" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_by" TEXT NOT NULL,
    "case_id" UUID NOT NULL,

    CONSTRAINT "drills_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_refs" (
    "channel_id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,
    "ref" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channel_refs_pkey" PRIMARY KEY ("channel_id","incident_id")
);

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "event" "delivery_event",
ADD COLUMN     "incident_id" UUID,
ADD COLUMN     "drill_id" UUID,
ADD COLUMN     "ref" TEXT,
ADD COLUMN     "sent_requests" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sending_since" TIMESTAMPTZ(3),
ADD COLUMN     "is_tried" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "superseded_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);

-- What is neither an alert nor has a body yet is told as its event says.
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_have_a_body",
  ADD CONSTRAINT "deliveries_have_a_body" CHECK (num_nonnulls("alert_id", "body", "event") > 0);

-- CreateIndex
CREATE INDEX "drills_case_id_id_idx" ON "drills"("case_id", "id");
CREATE INDEX "channel_refs_incident_id_idx" ON "channel_refs"("incident_id");
-- What a channel was told, or is to be told, of one incident.
CREATE INDEX "deliveries_of_incident" ON "deliveries" ("incident_id", "webhook_id") WHERE "incident_id" IS NOT NULL;
CREATE INDEX "deliveries_of_drill" ON "deliveries" ("drill_id") WHERE "drill_id" IS NOT NULL;
CREATE UNIQUE INDEX "deliveries_acknowledged_once" ON "deliveries" ("incident_id", "webhook_id") WHERE "event" = 'acknowledged';
-- All channels that post with the same credential to the same host.
CREATE INDEX "webhooks_of_budget" ON "webhooks" ("budget") WHERE "budget" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "drills" ADD CONSTRAINT "drills_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "channel_refs" ADD CONSTRAINT "channel_refs_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "channel_refs" ADD CONSTRAINT "channel_refs_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_drill_id_fkey" FOREIGN KEY ("drill_id") REFERENCES "drills"("id") ON DELETE CASCADE ON UPDATE CASCADE;
