-- CreateEnum
CREATE TYPE "api_key_kind" AS ENUM ('tattle', 'healthchecks', 'cronitor');

-- CreateEnum
CREATE TYPE "settings_source" AS ENUM ('sentry', 'cronitor');

-- AlterEnum
ALTER TYPE "api_key_access" ADD VALUE 'ping';

-- AlterEnum
ALTER TYPE "check_in_kind" ADD VALUE 'ignored';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "kind" "api_key_kind" NOT NULL DEFAULT 'tattle';

-- AlterTable
ALTER TABLE "cases" ADD COLUMN     "dsn_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "number" SERIAL NOT NULL;

-- AlterTable
ALTER TABLE "snitches" ADD COLUMN     "check_in_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "environment" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "filters" JSONB,
ADD COLUMN     "key" TEXT,
ADD COLUMN     "set_by" "settings_source",
ADD COLUMN     "slug" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE UNIQUE INDEX "cases_number_key" ON "cases"("number");

-- CreateIndex
CREATE UNIQUE INDEX "snitches_case_id_key_key" ON "snitches"("case_id", "key");

-- Few snitches have a slug, and the index must not slow down the others.
CREATE INDEX "snitches_slug" ON "snitches" ("case_id", "slug") WHERE "slug" <> '';
