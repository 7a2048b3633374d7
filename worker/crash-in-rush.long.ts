import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { pool, query } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { aResend } from "@/testing/fake-resend";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { type ServerProcess, startWorker } from "@/testing/server-process";

const REPORTS = 600;
const CRASHES = 4;

let resend: Awaited<ReturnType<typeof aResend>>;
let receiver: Receiver;
let worker: ServerProcess;

beforeAll(async () => {
  resend = await aResend();
  // Slow enough that the worker has ten requests in progress when it is killed.
  receiver = await aReceiver((response) => setTimeout(() => response.writeHead(204).end(), 30));
  worker = await startWorker({
    RESEND_API_KEY: "re_test",
    RESEND_BASE_URL: resend.url,
    // The addresses belong to no member, and none can confirm.
    SIGN_UP: "invited",
  });
}, 60_000);
afterAll(async () => {
  await worker.signal("SIGKILL");
  receiver.close();
  resend.close();
  await pool.end();
});

/** Records error reports as in a rush, in a case with a webhook, and an address for each snitch. */
const leaveReports = (name: string) =>
  query(
    `WITH new_case AS (INSERT INTO cases (id, name) VALUES (new_id(), $1) RETURNING id),
       hooks AS (INSERT INTO channels (id, case_id, url, secret) SELECT new_id(), id, $2, $3 FROM new_case),
       added AS (INSERT INTO snitches (id, token, name, interval, status, deadline, alert_email, case_id, deferred_since, check_in_count)
         SELECT new_id(), left(md5($1 || n), 16), 'Job ' || n, 'daily', 'healthy', now() + interval '1 day',
           ARRAY[$1 || '-' || n || '@example.com'], new_case.id, now(), 1
         FROM generate_series(1, ${REPORTS}) n, new_case RETURNING id)
     INSERT INTO check_ins (id, snitch_id, at, exit_status) SELECT new_id(), id, now(), '1' FROM added`,
    [name, encrypt(receiver.url), encrypt(newSigningSecret())],
  );

const countNotified = () => ({
  webhooks: new Set(receiver.requests.map(({ body }) => JSON.parse(body).data.snitch.token)).size,
  emails: new Set(resend.sent.map(({ to }) => to)).size,
});

test("after the worker was killed while it sent the alerts of a rush, each leaves in at most two attempts", async () => {
  const delays: number[] = [];
  for (let crash = 1; crash <= CRASHES; crash += 1) {
    const before = countNotified();
    await leaveReports(`rush-${crash}`);
    // Each crash comes later than the previous one.
    const begun = (crash / (CRASHES + 1)) * REPORTS;
    await vi.waitFor(() => expect(countNotified().webhooks - before.webhooks).toBeGreaterThan(begun), {
      timeout: 60_000,
      interval: 5,
    });
    await worker.signal("SIGKILL");
    const killedAt = performance.now();
    await worker.restart();
    await vi.waitFor(
      () => expect(countNotified()).toEqual({ webhooks: crash * REPORTS, emails: crash * REPORTS }),
      { timeout: 120_000, interval: 20 },
    );
    delays.push(performance.now() - killedAt);
  }
  console.info(`the last alerts left ${delays.map((ms) => Math.round(ms)).join(", ")} ms after the crashes`);
  const [most] = await query<{ attempts: number }>(
    "SELECT greatest((SELECT max(attempts) FROM deliveries), (SELECT max(attempts) FROM emails))::int AS attempts",
  );
  expect(most?.attempts).toBeOneOf([1, 2]);
}, 600_000);
