-- What somebody did with an incident at the receiver of a channel.
CREATE TABLE "channel_events" (
    "event_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "channel_id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,

    CONSTRAINT "channel_events_pkey" PRIMARY KEY ("channel_id","event_id")
);
CREATE INDEX "channel_events_incident_id_idx" ON "channel_events"("incident_id");
ALTER TABLE "channel_events" ADD CONSTRAINT "channel_events_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "channel_events" ADD CONSTRAINT "channel_events_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
