import type { Metadata } from "next";
import Link from "next/link";
import { Confirm } from "@/components/confirm";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { dateInUtc } from "@/components/time-in-words";
import { Empty } from "@/components/ui/empty";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { currentCase } from "@/lib/auth/session";
import { isUsable, listApiKeys } from "@/lib/cases/api-key";
import { may } from "@/lib/cases/roles";
import { env } from "@/lib/platform/env";
import { issue, revoke } from "./actions";
import { NewKey } from "./new-key";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/api-keys");
  const keys = await listApiKeys(theCase.id);
  const now = new Date();
  const usable = keys.filter((key) => isUsable(key, now));
  const former = keys.filter((key) => !isUsable(key, now));
  const canManage = may(role, "manage_keys");
  return (
    <>
      <PageHeader title="API keys">
        A key lets a program manage the snitches of this case. Make one for each place that uses the API, so
        that you can revoke it alone.{" "}
        <Link href="/docs/api" className="text-ink underline underline-offset-4">
          Read what the API does
        </Link>
        .
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {canManage && <NewKey appUrl={env.APP_URL} issue={issue.bind(null, theCase.id)} />}
        {usable.length === 0 ? (
          <Empty title="No keys yet">
            <p>
              {canManage
                ? "Create one above; you get it together with a command that tries it."
                : "An admin of this case can create one."}
            </p>
          </Empty>
        ) : (
          <Keys label="API keys" keys={usable} now={now} revokeIn={canManage ? theCase.id : undefined} />
        )}
        {former.length > 0 && (
          <details>
            <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">
              Revoked and expired keys ({former.length})
            </summary>
            <Keys label="Revoked and expired keys" keys={former} now={now} />
          </details>
        )}
      </div>
    </>
  );
}

type KeysProps = {
  label: string;
  keys: Awaited<ReturnType<typeof listApiKeys>>;
  now: Date;
  /** The case in which whoever is here may revoke them. */
  revokeIn?: string;
};

function Keys({ label, keys, now, revokeIn }: KeysProps) {
  return (
    <Table label={label} stacks>
      <Head
        columns={["Name", "Key", "May", "Created", "Last used", "Ends"]}
        actions={revokeIn ? "Actions" : undefined}
      />
      <tbody>
        {keys.map((key) => (
          <Row key={key.id}>
            <Cell className="max-w-56 min-w-28 font-medium break-words max-sm:basis-full">{key.name}</Cell>
            <Cell className="font-mono whitespace-nowrap text-ink-quiet">{key.prefix}…</Cell>
            <Cell className="whitespace-nowrap text-ink-quiet">
              {key.access === "read" ? "only read" : "read and change"}
            </Cell>
            <Cell name="created" className="text-ink-quiet">
              <span className="whitespace-nowrap">{dateInUtc(key.createdAt)}</span>
              {key.createdBy && (
                <span className="block text-xs break-all max-sm:inline max-sm:text-sm">
                  {" "}
                  by {key.createdBy}
                </span>
              )}
            </Cell>
            <Cell name="used" className="text-ink-quiet">
              {key.lastUsedAt ? <RelativeTime at={key.lastUsedAt} now={now} /> : "never"}
            </Cell>
            <Cell name="ends" className="whitespace-nowrap text-ink-quiet">
              {endOf(key, now)}
            </Cell>
            {revokeIn && (
              <Cell className="text-right">
                <Confirm
                  trigger="Revoke…"
                  label={`Revoke ${key.name}`}
                  title={`Revoke “${key.name}”?`}
                  description="Whatever still uses it is refused from then on. This cannot be undone."
                  confirm="Revoke Key"
                  busy="Revoking…"
                  action={revoke.bind(null, revokeIn, key.id)}
                />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function endOf({ revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null }, now: Date) {
  if (revokedAt) return `revoked ${dateInUtc(revokedAt)}`;
  if (!expiresAt) return "never";
  return expiresAt > now ? dateInUtc(expiresAt) : `expired ${dateInUtc(expiresAt)}`;
}
