-- What was pressed in Slack, and is not handled yet.
CREATE TABLE "presses" (
    "id" TEXT NOT NULL,
    "press" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "channel_id" UUID NOT NULL,

    CONSTRAINT "presses_pkey" PRIMARY KEY ("channel_id", "id")
);
ALTER TABLE "presses" ADD CONSTRAINT "presses_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
