-- How an incident was acknowledged, and whose it is. NULL is “not known” and “nobody’s”.
ALTER TABLE "incidents" ADD COLUMN "acknowledged_via" TEXT,
  ADD COLUMN "assigned_to" UUID REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "incidents_assigned" ON "incidents"("assigned_to") WHERE "assigned_to" IS NOT NULL;

-- What people write about an incident.
CREATE TABLE "incident_notes" (
  "id" UUID NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "written_by" TEXT NOT NULL,
  "written_via" TEXT NOT NULL,
  "state" TEXT,
  "text" TEXT NOT NULL,
  "incident_id" UUID NOT NULL,
  CONSTRAINT "incident_notes_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "incident_notes_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "incident_notes_incident_id_id_idx" ON "incident_notes"("incident_id", "id");

ALTER TYPE "email_kind" ADD VALUE 'incident_assigned';
