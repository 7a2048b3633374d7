-- When a check-in was received, if it had happened before.
ALTER TABLE "check_ins" ADD COLUMN "received_at" TIMESTAMPTZ(3);

-- The earliest late report that is not applied yet, and until when the state had been computed without it.
ALTER TABLE "snitches" ADD COLUMN "late_since" TIMESTAMPTZ(3), ADD COLUMN "applied_until" TIMESTAMPTZ(3);

ALTER TABLE "cases" ADD COLUMN "accept_late_reports" BOOLEAN NOT NULL DEFAULT true;

-- A late report has shown that there was nothing to alert.
ALTER TABLE "alerts" ADD COLUMN "disproved_at" TIMESTAMPTZ(3);
ALTER TABLE "incidents" ADD COLUMN "disproved_at" TIMESTAMPTZ(3);
