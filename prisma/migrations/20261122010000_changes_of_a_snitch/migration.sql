-- The changes of one snitch, and who paused it.
CREATE INDEX "audit_events_case_id_resource_id_id_idx" ON "audit_events"("case_id", "resource_id", "id");
