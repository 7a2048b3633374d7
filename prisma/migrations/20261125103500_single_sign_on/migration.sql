-- AlterTable
ALTER TABLE "members" ADD COLUMN     "from_group" TEXT,
ADD COLUMN     "group_lost_at" TIMESTAMPTZ(3),
ADD COLUMN     "role_by_hand" "role";

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "proxy_identity" TEXT;

-- CreateTable
CREATE TABLE "single_sign_ons" (
    "id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "issuer_sid" TEXT,
    "refresh_token" TEXT,
    "refreshed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID,

    CONSTRAINT "single_sign_ons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "logout_tokens" (
    "hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "logout_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "single_sign_ons_session_id_key" ON "single_sign_ons"("session_id");

-- CreateIndex
CREATE INDEX "single_sign_ons_user_id_idx" ON "single_sign_ons"("user_id");

-- CreateIndex
CREATE INDEX "single_sign_ons_subject_idx" ON "single_sign_ons"("subject");

-- CreateIndex
CREATE INDEX "single_sign_ons_issuer_sid_idx" ON "single_sign_ons"("issuer_sid");

-- CreateIndex
CREATE INDEX "logout_tokens_expires_at_idx" ON "logout_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "single_sign_ons" ADD CONSTRAINT "single_sign_ons_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "single_sign_ons" ADD CONSTRAINT "single_sign_ons_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Only a role that a group gave has one by hand beside it, and a group to lose.
ALTER TABLE "members" ADD CONSTRAINT "members_of_groups"
  CHECK ("from_group" IS NOT NULL OR ("role_by_hand" IS NULL AND "group_lost_at" IS NULL));
