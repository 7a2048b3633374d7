-- AlterEnum
ALTER TYPE "api_key_access" ADD VALUE 'acknowledge';
ALTER TYPE "api_key_access" ADD VALUE 'plan';

-- Which snitches a key reaches, and what it was used for. Keys of before reach all, and their uses are known from now on.
ALTER TABLE "api_keys"
ADD COLUMN     "tags" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN     "snitches" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN     "last_used_verb" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "last_used_address" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "uses" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN     "uses_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Secrets that a key had before it was rotated, as long as they still work.
CREATE TABLE "former_secrets" (
    "hash" TEXT NOT NULL,
    "works_until" TIMESTAMPTZ(3) NOT NULL,
    "api_key_id" UUID NOT NULL,

    CONSTRAINT "former_secrets_pkey" PRIMARY KEY ("hash")
);

CREATE INDEX "former_secrets_api_key_id_idx" ON "former_secrets"("api_key_id");

ALTER TABLE "former_secrets" ADD CONSTRAINT "former_secrets_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;
