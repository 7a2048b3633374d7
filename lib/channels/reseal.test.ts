import { afterEach, expect, test } from "vitest";
import { isSealedWith } from "@/lib/platform/cipher";
import { pool } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encrypt";
import { env } from "@/lib/platform/env";
import { aCase, aWebhook } from "@/testing/factories";
import { reseal } from "./reseal";
import { decryptSettings, storedSettings } from "./stored-settings";
import { vapidKeys } from "./vapid-keys";

const OLD = env.AUTH_SECRET ?? "";
const NEW = "the next secret, of at least 32 characters";

afterEach(() => {
  env.AUTH_SECRET = OLD;
  env.AUTH_SECRET_PREVIOUS = undefined;
});

function rotate() {
  env.AUTH_SECRET = NEW;
  env.AUTH_SECRET_PREVIOUS = OLD;
}

const SLACK = { url: "https://hooks.slack.com/services/T000/B000/secret" };
const channels = async () =>
  (
    await pool.query<{
      kind: string;
      url: string;
      secret: string;
      settings: string | null;
      budget: string | null;
    }>("SELECT kind, url, secret, settings, budget FROM channels ORDER BY kind")
  ).rows;

test("every channel and the keys of push messages are encrypted again, and mean the same", async () => {
  await pool.query("DELETE FROM channels");
  await pool.query("DELETE FROM vapid_keys");
  const { id: caseId } = await aCase();
  await aWebhook({ caseId, url: "https://receiver.example/secret" });
  const { url, sealed, budget } = storedSettings("slack", SLACK);
  await pool.query(
    "INSERT INTO channels (id, case_id, kind, url, settings, secret, old_secret, budget) VALUES (new_id(), $1, 'slack', $2, $3, $4, $5, $6)",
    [caseId, url, sealed, encrypt("whsec_a"), encrypt("whsec_b"), budget],
  );
  const { privateKey } = await vapidKeys();
  const before = await channels();

  rotate();
  expect(await reseal()).toEqual({ channels: 2, pushKeys: true });
  expect(await reseal()).toEqual({ channels: 0, pushKeys: false });

  // The previous one is dropped.
  env.AUTH_SECRET_PREVIOUS = undefined;
  const after = await channels();
  expect(after.map(({ url }) => decrypt(url))).toEqual(before.map(({ url }) => decrypt(url, [OLD])));
  expect(after.map(({ secret }) => decrypt(secret))).toEqual(
    before.map(({ secret }) => decrypt(secret, [OLD])),
  );
  const slack = after.find(({ kind }) => kind === "slack");
  expect(decryptSettings({ url: "", settings: slack?.settings ?? null })).toEqual(SLACK);
  // A channel that is added now with the same credential shares its limit.
  expect(slack?.budget).toBe(storedSettings("slack", SLACK).budget);
  expect((await vapidKeys()).privateKey).toBe(privateKey);
});

test("what neither secret reads stops it, and is left as it is", async () => {
  await pool.query("DELETE FROM channels");
  const { id: caseId } = await aCase();
  const { id } = await aWebhook({ caseId, url: "https://receiver.example/" });
  await pool.query("UPDATE channels SET url = $2 WHERE id = $1", [
    id,
    encrypt("https://lost.example/", "a lost secret of at least 32 characters"),
  ]);
  rotate();
  await expect(reseal()).rejects.toThrow("AUTH_SECRET is not the one");
  const [channel] = await channels();
  expect(isSealedWith(channel?.secret ?? "", OLD)).toBe(true);
});
