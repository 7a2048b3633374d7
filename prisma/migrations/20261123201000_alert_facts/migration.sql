-- What decided an alert. Null for the alerts of earlier versions.
ALTER TABLE "alerts" ADD COLUMN "facts" JSONB;

-- What the deadline was computed from, if that is not the latest healthy check-in.
ALTER TABLE "snitches"
  ADD COLUMN "deadline_by" TEXT,
  ADD COLUMN "deadline_since" TIMESTAMPTZ(3);
