-- The machines that jobs report from, and their silences, each of which is one incident.
CREATE TABLE "machines" (
  "case_id" UUID NOT NULL REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "host" TEXT NOT NULL,
  "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "version" TEXT NOT NULL DEFAULT '',
  PRIMARY KEY ("case_id", "host")
);
CREATE INDEX "machines_last_seen_at_idx" ON "machines"("last_seen_at");
CREATE TABLE "machine_incidents" (
  "id" UUID NOT NULL PRIMARY KEY,
  "host" TEXT NOT NULL,
  "severity" "severity" NOT NULL,
  "last_heard_at" TIMESTAMPTZ(3) NOT NULL,
  "opened_at" TIMESTAMPTZ(3) NOT NULL,
  "told_at" TIMESTAMPTZ(3),
  "closed_at" TIMESTAMPTZ(3),
  "acknowledged_at" TIMESTAMPTZ(3),
  "acknowledged_by" TEXT,
  "acknowledged_via" TEXT,
  "case_id" UUID NOT NULL REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "machine_incidents_case_id_host_idx" ON "machine_incidents"("case_id", "host");
CREATE UNIQUE INDEX "machine_incidents_open" ON "machine_incidents"("case_id", "host") WHERE "closed_at" IS NULL;
-- Cases that exist go on as they are; new ones group.
ALTER TABLE "cases" ADD COLUMN "group_by_machine" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "cases" ALTER COLUMN "group_by_machine" SET DEFAULT true;
ALTER TABLE "incidents" ADD COLUMN "machine_incident_id" UUID REFERENCES "machine_incidents"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "incidents_of_machine" ON "incidents" ("machine_incident_id") WHERE "machine_incident_id" IS NOT NULL;
ALTER TABLE "emails" ADD COLUMN "machine_incident_id" UUID REFERENCES "machine_incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "emails_of_machine" ON "emails" ("machine_incident_id") WHERE "machine_incident_id" IS NOT NULL;
ALTER TABLE "deliveries" ADD COLUMN "machine_incident_id" UUID REFERENCES "machine_incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "deliveries_of_machine" ON "deliveries" ("machine_incident_id") WHERE "machine_incident_id" IS NOT NULL;
