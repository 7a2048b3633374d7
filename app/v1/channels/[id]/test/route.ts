import { operation, parseId, route } from "@/lib/api/operation";
import { awaitTest, testResult } from "@/lib/channels/await-test";
import { sendTestEvent } from "@/lib/channels/test-event";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  POST: operation({
    id: "testChannel",
    title: "Test a channel",
    description: "Sends a test message, waits up to 15 seconds for the response, and returns it.",
    response: { name: "ChannelTest", schema: testResult },
    errors: ["resource_not_found", "resource_invalid"],
    handle: async ({ theCase, params, by }) => {
      const id = await sendTestEvent(theCase.id, parseId(params, "channel"), by.id ?? theCase.id, new Date());
      return awaitTest(id);
    },
  }),
});
