-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'disk_low';

-- How much space the data folders of the workers have. Release 0.1.0 does not know it.
CREATE TABLE "disks" (
    "host" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "free_bytes" BIGINT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "low_since" TIMESTAMPTZ(3),

    CONSTRAINT "disks_pkey" PRIMARY KEY ("host","path"),
    CONSTRAINT "disks_have_a_size" CHECK ("size_bytes" > 0 AND "free_bytes" BETWEEN 0 AND "size_bytes")
);
