-- Whether the job of a run has one open run at a time, because the protocol of its start counts them so. Release 0.1.0 does not
-- know it: its runs are watched on their own.
ALTER TABLE "runs" ADD COLUMN "exclusive" BOOLEAN NOT NULL DEFAULT false;
