-- Hours of a channel, and messages that wait for them or for the quiet hours of the person whose browser it is.
ALTER TYPE "delivery_event" ADD VALUE 'summary';
CREATE TYPE "delivery_hold" AS ENUM ('hours', 'quiet_hours');
CREATE TYPE "outside_hours" AS ENUM ('wait', 'drop');

ALTER TABLE "channels"
  ADD COLUMN "hours" JSONB,
  ADD COLUMN "timezone" TEXT,
  ADD COLUMN "outside" "outside_hours" NOT NULL DEFAULT 'wait',
  ADD COLUMN "critical_anyway" BOOLEAN NOT NULL DEFAULT true,
  ADD CONSTRAINT "channels_hours_in_a_zone" CHECK (("hours" IS NULL) = ("timezone" IS NULL));

ALTER TABLE "deliveries"
  ADD COLUMN "held_for" "delivery_hold",
  ADD COLUMN "is_held" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "summary_id" UUID,
  ADD CONSTRAINT "deliveries_held_for" CHECK (NOT "is_held" OR "held_for" IS NOT NULL);

-- The previous version sends what is held when it is due, each message by itself.
CREATE INDEX "deliveries_held" ON "deliveries" ("due_at") WHERE "is_held" AND "accepted_at" IS NULL AND "gave_up_at" IS NULL;
CREATE INDEX "deliveries_in_summaries" ON "deliveries" ("summary_id") WHERE "summary_id" IS NOT NULL;

ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_summary_id_fkey" FOREIGN KEY ("summary_id") REFERENCES "deliveries"("id") ON DELETE SET NULL ON UPDATE CASCADE;
