-- Events that the webhook of the installation has not accepted yet.
CREATE TABLE "audit_outbox" (
    "id" UUID NOT NULL,
    "event" JSONB NOT NULL,

    CONSTRAINT "audit_outbox_pkey" PRIMARY KEY ("id")
);

-- Which worker sends them, and when the next attempt is. At most one row.
CREATE TABLE "audit_webhook" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_webhook_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_webhook_is_one" CHECK ("id" = 1)
);

-- Nobody changes what happened. An event goes when its case does, and when it is as old as the history that is kept: two years,
-- with a month for clocks and late deletions.
CREATE FUNCTION "protect_audit_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND (OLD.at < now() - interval '700 days' OR NOT EXISTS (SELECT FROM cases WHERE id = OLD.case_id)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'audit events are neither changed nor removed';
END $$;

CREATE TRIGGER "audit_events_are_kept" BEFORE UPDATE OR DELETE ON "audit_events"
FOR EACH ROW EXECUTE FUNCTION "protect_audit_events"();
