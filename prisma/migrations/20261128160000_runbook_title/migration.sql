-- What people call the page about the job.
ALTER TABLE "snitches" ADD COLUMN     "runbook_title" TEXT NOT NULL DEFAULT '';
