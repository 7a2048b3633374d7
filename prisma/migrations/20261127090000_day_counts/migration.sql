-- What became of the periods of a snitch that began in a day of UTC, once all are decided.
CREATE TABLE "day_counts" (
    "snitch_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "basis" TEXT NOT NULL,
    "healthy" INTEGER NOT NULL,
    "errored" INTEGER NOT NULL,
    "missed" INTEGER NOT NULL,
    "unknown" INTEGER NOT NULL,
    "excused" INTEGER NOT NULL,
    "runs" INTEGER NOT NULL,
    "run_ms" DOUBLE PRECISION NOT NULL,
    "longest_ms" DOUBLE PRECISION NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "day_counts_pkey" PRIMARY KEY ("snitch_id", "day")
);

-- Times in the past of a snitch in which something changed: counts near them are not read until they are made again.
CREATE TABLE "past_changes" (
    "id" BIGSERIAL NOT NULL,
    "snitch_id" UUID NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "past_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "past_changes_snitch_id_idx" ON "past_changes"("snitch_id");

-- Neither table refers to snitches: to lock those would delay their check-ins, and to delete counts with them could deadlock. The
-- worker deletes counts of a snitch that is gone.
CREATE FUNCTION "note_deleted_snitch"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_changes (snitch_id, "from", until) VALUES (OLD.id, '-infinity', 'infinity');
    RETURN NULL;
END $$;

CREATE TRIGGER "deleted_snitches_are_noted" AFTER DELETE ON "snitches"
FOR EACH ROW EXECUTE FUNCTION "note_deleted_snitch"();

-- Misses decide periods. Hours later, their day may be counted already.
CREATE FUNCTION "note_changed_alert"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_changes (snitch_id, "from", until) VALUES (NEW.snitch_id, NEW.at, NEW.at);
    RETURN NULL;
END $$;

CREATE TRIGGER "late_misses_are_noted" AFTER INSERT ON "alerts" FOR EACH ROW
WHEN (NEW.kind = 'missing' AND NOT NEW.is_reminder AND NEW.at < now() - interval '5 hours')
EXECUTE FUNCTION "note_changed_alert"();

CREATE TRIGGER "disproved_misses_are_noted" AFTER UPDATE OF "disproved_at" ON "alerts" FOR EACH ROW
WHEN (NEW.kind = 'missing' AND OLD.disproved_at IS DISTINCT FROM NEW.disproved_at AND NEW.at < now() - interval '5 hours')
EXECUTE FUNCTION "note_changed_alert"();

-- What is older is deleted because it is not kept any longer.
CREATE FUNCTION "note_deleted_alerts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_changes (snitch_id, "from", until)
    SELECT a.snitch_id, min(a.at), max(a.at) FROM deleted a
    WHERE a.kind = 'missing' AND NOT a.is_reminder AND a.at > now() - interval '2 years' AND a.at < now() - interval '5 hours'
    GROUP BY a.snitch_id;
    RETURN NULL;
END $$;

CREATE TRIGGER "deleted_misses_are_noted" AFTER DELETE ON "alerts" REFERENCING OLD TABLE AS deleted
FOR EACH STATEMENT EXECUTE FUNCTION "note_deleted_alerts"();

-- Processes of the version before do not note the late reports that they record.
CREATE FUNCTION "note_late_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO past_changes (snitch_id, "from", until) VALUES (NEW.id, least(OLD.late_since, NEW.late_since), now());
    RETURN NULL;
END $$;

CREATE TRIGGER "late_reports_are_noted" AFTER UPDATE OF "late_since" ON "snitches" FOR EACH ROW
WHEN (least(OLD.late_since, NEW.late_since) < now() - interval '5 hours')
EXECUTE FUNCTION "note_late_reports"();
