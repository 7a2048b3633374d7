import type { Operation } from "@/lib/api/operation";

export const testChannel: Operation = {
  id: "testChannel",
  method: "POST",
  path: "/v1/channels/{id}/test",
  title: "Test a channel",
  description: "Sends a test message, waits up to 15 seconds for the response, and returns it.",
  response: "ChannelTest",
  errors: ["resource_not_found", "resource_invalid"],
};
