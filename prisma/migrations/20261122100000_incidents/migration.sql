-- CreateEnum
CREATE TYPE "severity" AS ENUM ('info', 'warning', 'critical');
CREATE TYPE "incident_end" AS ENUM ('reported', 'paused');

-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "alert_after" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "alert_after_seconds" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "recover_after" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "remind_every" INTEGER,
ADD COLUMN     "severity" "severity" NOT NULL DEFAULT 'critical',
ADD COLUMN     "channels" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "recovering" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "snitches"
  ADD CONSTRAINT "snitches_alert_rules_are_in_range" CHECK (
    "alert_after" BETWEEN 1 AND 720 AND "recover_after" BETWEEN 1 AND 720
    AND "alert_after_seconds" BETWEEN 0 AND 2592000
    AND ("remind_every" IS NULL OR "remind_every" = 0 OR "remind_every" BETWEEN 300 AND 2592000));

-- CreateTable
CREATE TABLE "dependencies" (
    "snitch_id" UUID NOT NULL,
    "parent_id" UUID NOT NULL,

    CONSTRAINT "dependencies_pkey" PRIMARY KEY ("snitch_id","parent_id")
);

-- CreateTable
CREATE TABLE "incidents" (
    "id" UUID NOT NULL,
    "cause" "alert_cause" NOT NULL,
    "severity" "severity" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3),
    "last_told_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" "incident_end",
    "bad_count" INTEGER NOT NULL,
    "good_count" INTEGER NOT NULL DEFAULT 0,
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "snoozed_until" TIMESTAMPTZ(3),
    "hold" TEXT,
    "held_until" TIMESTAMPTZ(3),
    "next_at" TIMESTAMPTZ(3),
    "has_untold" BOOLEAN NOT NULL DEFAULT false,
    "step" INTEGER NOT NULL DEFAULT 0,
    "case_id" UUID NOT NULL,
    "snitch_id" UUID NOT NULL,
    "held_by" UUID,

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "incidents_end_together" CHECK (("closed_at" IS NULL) = ("closed_by" IS NULL))
);

-- CreateTable
CREATE TABLE "maintenance" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "covers_all" BOOLEAN NOT NULL DEFAULT false,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "snitch_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "schedule" TEXT,
    "timezone" TEXT,
    "duration" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_id" UUID NOT NULL,

    CONSTRAINT "maintenance_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "maintenance_is_once_or_recurring" CHECK (
      ("starts_at" IS NOT NULL AND "ends_at" > "starts_at" AND "schedule" IS NULL AND "timezone" IS NULL AND "duration" IS NULL)
      OR ("starts_at" IS NULL AND "ends_at" IS NULL AND "schedule" IS NOT NULL AND "timezone" IS NOT NULL
        AND "duration" BETWEEN 60 AND 604800))
);

-- AlterTable
ALTER TABLE "alerts" ADD COLUMN     "incident_id" UUID,
ADD COLUMN     "is_told" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "is_reminder" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_excused" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "dependencies_parent_id_idx" ON "dependencies"("parent_id");
CREATE INDEX "incidents_snitch_id_opened_at_idx" ON "incidents"("snitch_id", "opened_at");
CREATE INDEX "incidents_case_id_id_idx" ON "incidents"("case_id", "id");
CREATE INDEX "maintenance_case_id_idx" ON "maintenance"("case_id");
CREATE INDEX "alerts_incident_id_idx" ON "alerts"("incident_id");

-- At most one incident of a snitch is open. The sweep finds those for which something is due.
CREATE UNIQUE INDEX "incidents_open" ON "incidents" ("snitch_id") WHERE "closed_at" IS NULL;
CREATE INDEX "incidents_open_of_case" ON "incidents" ("case_id", "id") WHERE "closed_at" IS NULL;
CREATE INDEX "incidents_due" ON "incidents" ("next_at") WHERE "closed_at" IS NULL AND "next_at" IS NOT NULL;
CREATE INDEX "incidents_held_by" ON "incidents" ("held_by") WHERE "closed_at" IS NULL AND "held_by" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "dependencies" ADD CONSTRAINT "dependencies_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "dependencies" ADD CONSTRAINT "dependencies_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_snitch_id_fkey" FOREIGN KEY ("snitch_id") REFERENCES "snitches"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_held_by_fkey" FOREIGN KEY ("held_by") REFERENCES "snitches"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "maintenance" ADD CONSTRAINT "maintenance_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Ids are in the order of time.
CREATE FUNCTION pg_temp.id_at(at timestamptz) RETURNS uuid LANGUAGE sql AS $$
  SELECT (overlay(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') PLACING '-' FROM 9 FOR 0)
    || substr(new_id()::text, 14))::uuid
$$;

-- What ended before: each reporting alert says since when its snitch was missing or errored.
INSERT INTO "incidents" ("id", "case_id", "snitch_id", "cause", "severity", "opened_at", "told_at", "last_told_at",
  "closed_at", "closed_by", "bad_count")
SELECT pg_temp.id_at(a."silent_since"), a."case_id", a."snitch_id", CASE a."from" WHEN 'errored' THEN 'error' ELSE 'missed' END::"alert_cause",
  'critical', a."silent_since", a."silent_since", a."silent_since", a."at", 'reported', 1
FROM "alerts" a WHERE a."kind" = 'reporting' AND a."silent_since" < a."at";

-- What is wrong now, and was told already.
INSERT INTO "incidents" ("id", "case_id", "snitch_id", "cause", "severity", "opened_at", "told_at", "last_told_at", "bad_count")
SELECT pg_temp.id_at(told.at), s."case_id", s."id", CASE s."status" WHEN 'errored' THEN 'error' ELSE 'missed' END::"alert_cause",
  'critical', told.at, told.at, told.at, 1
FROM "snitches" s, LATERAL (
  SELECT COALESCE(CASE s."status" WHEN 'errored' THEN s."errored_at" ELSE s."missing_since" END, now()) AS at) AS told
WHERE s."status" IN ('failed', 'errored');

UPDATE "alerts" a SET "incident_id" = i."id" FROM "incidents" i
WHERE a."snitch_id" = i."snitch_id" AND a."at" BETWEEN i."opened_at" AND COALESCE(i."closed_at", 'infinity');
