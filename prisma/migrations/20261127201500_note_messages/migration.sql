-- A note about an incident, in the thread of its message.
ALTER TYPE "delivery_event" ADD VALUE 'noted';
