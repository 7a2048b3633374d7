-- A start arms a pending snitch: it has a deadline from then on.
ALTER TABLE "snitches"
  DROP CONSTRAINT "snitches_have_a_deadline_while_monitored",
  ADD CONSTRAINT "snitches_have_a_deadline_while_monitored"
    CHECK ("status" = 'pending' OR ("deadline" IS NULL) = ("status" = 'paused'));
