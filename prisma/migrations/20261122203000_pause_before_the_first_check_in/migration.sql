-- Other protocols, and imports, pause jobs that never reported.
ALTER TABLE "snitches"
  DROP CONSTRAINT "snitches_pause_returns_to_a_monitored_status",
  ADD CONSTRAINT "snitches_pause_returns_to_another_status" CHECK ("status_before_pause" <> 'paused');
