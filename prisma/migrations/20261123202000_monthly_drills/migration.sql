-- AlterEnum
ALTER TYPE "delivery_event" ADD VALUE 'drill_ended';

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "channel_name" TEXT,
ADD COLUMN     "confirmed_by" TEXT,
ADD COLUMN     "ends_id" UUID;

-- AlterTable
ALTER TABLE "emails" ADD COLUMN     "confirmed_by" TEXT;

-- CreateTable
CREATE TABLE "drill_schedules" (
    "day" INTEGER NOT NULL,
    "hour" INTEGER NOT NULL,
    "timezone" TEXT NOT NULL,
    "next_at" TIMESTAMPTZ(3),
    "last_month" TEXT,
    "skipped_at" TIMESTAMPTZ(3),
    "skip_reason" TEXT,
    "case_id" UUID NOT NULL,

    CONSTRAINT "drill_schedules_pkey" PRIMARY KEY ("case_id"),
    CONSTRAINT "drill_schedules_are_at_an_hour_of_a_day" CHECK ("day" BETWEEN 0 AND 7 AND "hour" BETWEEN 0 AND 23)
);

-- CreateTable
CREATE TABLE "drill_messages" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "gave_up_at" TIMESTAMPTZ(3),
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by" TEXT,
    "drill_id" UUID NOT NULL,

    CONSTRAINT "drill_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "drill_schedules_next_at_idx" ON "drill_schedules"("next_at");

-- CreateIndex
CREATE INDEX "drill_messages_drill_id_idx" ON "drill_messages"("drill_id");

-- CreateIndex
CREATE INDEX "deliveries_that_end" ON "deliveries" ("ends_id") WHERE "ends_id" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "drill_schedules" ADD CONSTRAINT "drill_schedules_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drill_messages" ADD CONSTRAINT "drill_messages_drill_id_fkey" FOREIGN KEY ("drill_id") REFERENCES "drills"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A channel goes by a person, with its owner, or when its receiver is gone. Whatever deletes it, the case still sees who confirmed.
-- Its URL is not kept, because it may contain credentials.
CREATE FUNCTION keep_drill_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO drill_messages (id, kind, name, accepted_at, gave_up_at, confirmed_at, confirmed_by, drill_id)
  SELECT m.id, OLD.channel, coalesce(m.channel_name, OLD.name), m.accepted_at, m.gave_up_at, m.confirmed_at, m.confirmed_by, m.drill_id
  FROM deliveries m JOIN drills d ON d.id = m.drill_id
  WHERE m.webhook_id = OLD.id AND m.event = 'drill';
  RETURN OLD;
END $$;
CREATE TRIGGER "webhooks_keep_drill_messages" BEFORE DELETE ON "webhooks"
  FOR EACH ROW EXECUTE FUNCTION keep_drill_messages();
