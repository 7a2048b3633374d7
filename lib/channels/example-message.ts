import type { AlertMessage } from "@/lib/channel-kinds/webhook";

type Example = { name: string; notes: string; tags: string[] };

/** What a webhook gets by a test or a fire drill: the first check-in of a snitch that does not exist, so that no receiver opens or closes an incident. */
export const exampleMessage = (at: Date, snitch: Example): AlertMessage => ({
  kind: "reporting",
  from: "pending",
  to: "healthy",
  at,
  snitch: { token: "0000000000000000", ...snitch },
});
