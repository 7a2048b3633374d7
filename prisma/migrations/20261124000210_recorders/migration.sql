-- Until when each process that takes check-ins has recorded them. Release 0.1.0 does not know it, and nobody waits for it.
CREATE TABLE "recorders" (
    "id" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "recorded_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recorders_pkey" PRIMARY KEY ("id")
);
