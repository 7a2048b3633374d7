-- The messages about a silent machine.
ALTER TYPE "email_kind" ADD VALUE 'machine_silent';
ALTER TYPE "email_kind" ADD VALUE 'machine_heard';
ALTER TYPE "delivery_event" ADD VALUE 'machine_silent';
ALTER TYPE "delivery_event" ADD VALUE 'machine_heard';
