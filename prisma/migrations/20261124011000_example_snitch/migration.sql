-- The example job of a new case, which its page removes with one click.
ALTER TABLE "snitches" ADD COLUMN "is_example" BOOLEAN NOT NULL DEFAULT false;
