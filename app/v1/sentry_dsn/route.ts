import { operation, route } from "@/lib/api/operation";
import { refuseFormerSecret } from "@/lib/cases/api-key-access";
import { snitchLimitChange } from "@/lib/cases/input";
import { presentedSentryDsn, presentSentryDsn } from "@/lib/cases/present-api-key";
import { changeDsnSnitchLimit } from "@/lib/cases/snitch-limit";
import { buildDsn } from "@/lib/protocols/sentry/dsn";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showSentryDsn",
    title: "Show the Sentry DSN",
    description:
      "Returns the DSN that Sentry SDKs use to send check-ins to the case. Requires a key with full access.",
    response: { name: "SentryDsn", schema: presentedSentryDsn },
    // Anyone who has the DSN can check in and add snitches.
    needs: "change",
    handle: async ({ theCase, by }) => {
      refuseFormerSecret(by);
      return presentSentryDsn(buildDsn(theCase), theCase);
    },
  }),
  PATCH: operation({
    id: "changeSentryDsn",
    title: "Change the snitch limit of the Sentry DSN",
    description:
      "Sets how many snitches check-ins with the DSN can create in total. The default is 1,000; null removes the limit.",
    body: { schema: snitchLimitChange, name: "SnitchLimit" },
    response: { name: "SentryDsn", schema: presentedSentryDsn },
    example: { body: { snitch_limit: null }, response: { snitch_limit: null } },
    handle: async ({ theCase, by, body }) => {
      refuseFormerSecret(by);
      const { snitchLimit } = await body();
      await changeDsnSnitchLimit(theCase.id, snitchLimit, by);
      return presentSentryDsn(buildDsn(theCase), { ...theCase, dsnSnitchLimit: snitchLimit });
    },
  }),
});
