-- Whether the messages of a channel have buttons whose presses we fetch.
ALTER TABLE "channels" ADD COLUMN "has_buttons" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "channels_has_buttons_idx" ON "channels"("id") WHERE "has_buttons";

-- Which worker fetches them.
CREATE TABLE "bot_leases" (
    "id" TEXT NOT NULL,
    "held_by" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bot_leases_pkey" PRIMARY KEY ("id")
);
