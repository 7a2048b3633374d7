-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'snitch_limit_reached';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "snitch_limit" INTEGER DEFAULT 1000,
ADD COLUMN     "snitches_added" INTEGER NOT NULL DEFAULT 0,
ADD CONSTRAINT "api_keys_limit_is_a_count" CHECK ("snitch_limit" >= 0);

-- AlterTable
ALTER TABLE "cases" ADD COLUMN     "dsn_snitch_limit" INTEGER DEFAULT 1000,
ADD COLUMN     "dsn_snitches_added" INTEGER NOT NULL DEFAULT 0,
ADD CONSTRAINT "cases_dsn_limit_is_a_count" CHECK ("dsn_snitch_limit" >= 0);
