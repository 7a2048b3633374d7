import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { CANARY } from "@/lib/metrics/canary";
import { encrypt } from "@/lib/platform/encrypt";
import { withClient } from "@/lib/platform/postgres-server";

type Filling = {
  /** The person who is notified, by email and by webhook. */
  email: string;
  webhookUrl: string;
  /** The minutely snitch. */
  snitch: { name: string; token: string };
};

/** Fills an empty database as if its installation had run for a while: its canary has just been delivered. */
export function fillInstallation(databaseUrl: string, { email, webhookUrl, snitch }: Filling): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const aCase = async (name: string, id: string | null = null): Promise<string> => {
      const text = "INSERT INTO cases (id, name) VALUES (coalesce($1, new_id()), $2) RETURNING id";
      return (await client.query(text, [id, name])).rows[0].id;
    };
    const aWebhook = (caseId: string, url: string, id: string | null = null) =>
      client.query(
        "INSERT INTO channels (id, case_id, url, secret) VALUES (coalesce($1, new_id()), $2, $3, $4)",
        [id, caseId, encrypt(url), encrypt(newSigningSecret())],
      );

    await aWebhook(await aCase("(canary)", CANARY.caseId), "http://canary.invalid/", CANARY.channelId);
    await client.query(
      "INSERT INTO deliveries (id, channel_id, body, accepted_at) VALUES (new_id(), $1, '{}', now())",
      [CANARY.channelId],
    );

    const caseId = await aCase("Operators");
    await aWebhook(caseId, webhookUrl);
    await client.query(
      `WITH person AS (INSERT INTO users (id, email, operator_since) VALUES (new_id(), $1, now()) RETURNING id)
       INSERT INTO members (case_id, user_id, role) SELECT $2, id, 'owner' FROM person`,
      [email, caseId],
    );
    await client.query(
      "INSERT INTO snitches (id, case_id, token, name, interval) VALUES (new_id(), $1, $2, $3, '1_minute')",
      [caseId, snitch.token, snitch.name],
    );
  });
}
