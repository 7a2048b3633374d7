-- AlterTable
ALTER TABLE "check_ins" ADD COLUMN     "accepted" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "refused_minute" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "journals" (
    "id" UUID NOT NULL,
    "holder" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "heard_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "journals_pkey" PRIMARY KEY ("id")
);
