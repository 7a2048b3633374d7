import type { Metadata } from "next";
import { confirmPath, currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { ConfirmToSee } from "@/components/confirm-to-see";
import { DocsLink, Empty, PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/components/relative-time";
import { ReplaceValue } from "@/components/replace-value";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { CopyField } from "@/components/ui/copy-field";
import { Link } from "@/components/ui/link";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { isUsable, type ListedKey, listApiKeys } from "@/lib/cases/api-key";
import { findEnough } from "@/lib/cases/api-key-access";
import { may } from "@/lib/cases/roles";
import { isConfirmed } from "@/lib/people/second-factors/confirm";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";
import { buildDsn } from "@/lib/protocols/sentry/dsn";
import { formatCount } from "@/lib/rules/format-count";
import { DEFAULT_SNITCH_LIMIT } from "@/lib/rules/limits";
import {
  changeDsnSnitchLimitAction,
  changeSnitchLimitAction,
  createApiKeyAction,
  replaceDsnAction,
  revokeApiKeyAction,
  rotateApiKeyAction,
} from "./actions";
import { formatPermissions } from "./key-uses";
import { NewKey } from "./new-key";
import { SnitchLimit } from "./snitch-limit";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role, user } = await currentCase((await params).caseId, "/api-keys");
  const keys = await listApiKeys(theCase.id);
  const now = new Date();
  const usableKeys = keys.filter((key) => isUsable(key, now));
  const unusableKeys = keys.filter((key) => !isUsable(key, now));
  const canManage = may(role, "manage_keys");
  return (
    <>
      <PageHeader title="API keys">
        API keys let programs read or manage the snitches of this case. Create one per program, so you can
        revoke it without affecting the others.{" "}
        <Link href="/docs/api" className="text-ink underline underline-offset-4">
          Read the API reference
        </Link>
        .
      </PageHeader>
      <div className="grid gap-8">
        {canManage && (
          <NewKey
            caseId={theCase.id}
            appUrl={env.APP_URL}
            checkInUrl={env.CHECK_IN_URL}
            defaultLimit={DEFAULT_SNITCH_LIMIT}
            create={createApiKeyAction.bind(null, theCase.id)}
          />
        )}
        {canManage && <LeftBehind keys={usableKeys} />}
        {usableKeys.length === 0 ? (
          <Empty title="No active keys">
            <p>
              {canManage
                ? "Create one above. It comes with a command to try it."
                : "An admin of this case can create one."}
            </p>
            <DocsLink page="/api">What the API can do</DocsLink>
          </Empty>
        ) : (
          <Keys
            label="API keys"
            keys={usableKeys}
            now={now}
            revocableIn={canManage ? theCase.id : undefined}
          />
        )}
        {canManage && <SentryDsn theCase={theCase} isShown={isConfirmed(user, now)} />}
        {unusableKeys.length > 0 && (
          <details>
            <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">
              Revoked and expired keys ({unusableKeys.length})
            </summary>
            <Keys label="Revoked and expired keys" keys={unusableKeys} now={now} />
          </details>
        )}
      </div>
    </>
  );
}

/** The address for SDKs of Sentry, which has a key of its own. */
const SentryDsn = ({ theCase, isShown }: { theCase: Case; isShown: boolean }) => (
  <Section id="sentry-dsn" title="Sentry DSN">
    <p className="max-w-prose text-ink-quiet">
      Use it in a Sentry SDK or in <code className="font-mono text-sm">sentry-cli</code> to send cron
      check-ins here. It can only send check-ins, which may create snitches. Errors and traces from the SDK
      are discarded.
    </p>
    {isShown ? (
      <CopyField label="DSN" value={buildDsn(theCase)} what="the DSN" />
    ) : (
      <ConfirmToSee what="the DSN" href={confirmPath(`/${theCase.id}/api-keys`)} />
    )}
    <div className="grid gap-1 text-sm text-ink-quiet">
      <p className="font-medium text-ink">Snitches added</p>
      <SnitchLimit
        of="the DSN"
        limit={theCase.dsnSnitchLimit}
        added={theCase.dsnSnitchesAdded}
        change={changeDsnSnitchLimitAction.bind(null, theCase.id)}
      />
    </div>
    <div>
      <Confirm
        trigger="Replace…"
        label="Replace the DSN"
        title="Replace the DSN?"
        description="Programs that still use it will be refused, and their jobs will go missing until they have the new one."
        confirm="Replace DSN"
        busy="Replacing…"
        action={replaceDsnAction.bind(null, theCase.id)}
      />
    </div>
  </Section>
);

/** Names the usable keys whose creators have left the case. */
function LeftBehind({ keys }: { keys: ListedKey[] }) {
  const keysOfFormer = keys.filter(({ createdBy }) => createdBy && !createdBy.isMember);
  if (keysOfFormer.length === 0) return null;
  const names = keysOfFormer.map(({ name }) => `“${name}”`).join(", ");
  return (
    <p className="rounded-md border border-failed/30 bg-failed/8 px-3 py-2 text-sm wrap-anywhere">
      {keysOfFormer.length === 1 ? "The creator of this key is" : "The creators of these keys are"} no longer
      in the case, and may have a copy: {names}. Revoke {keysOfFormer.length === 1 ? "it" : "them"}, unless a
      program still needs {keysOfFormer.length === 1 ? "it" : "them"}.
    </p>
  );
}

type KeysProps = {
  label: string;
  keys: ListedKey[];
  now: Date;
  /** The id of the case, if the user may revoke its keys. */
  revocableIn?: string;
};

function Keys({ label, keys, now, revocableIn }: KeysProps) {
  // Only keys for check-ins add snitches.
  const addsSnitches = keys.some(({ access }) => access === "ping");
  return (
    <Table label={label} stacks>
      <Head
        columns={[
          "Name",
          "Key",
          "Permissions",
          ...(addsSnitches ? ["Snitches added"] : []),
          "Created",
          "Last used",
          "Expires",
        ]}
        actions={revocableIn ? "Actions" : undefined}
      />
      <tbody>
        {keys.map((key) => (
          <Row key={key.id}>
            <Cell className="max-w-56 min-w-28 font-medium wrap-anywhere max-sm:basis-full">{key.name}</Cell>
            <Cell className="font-mono whitespace-nowrap text-ink-quiet">{key.prefix}…</Cell>
            <Cell className="min-w-32 text-ink-quiet">
              {formatPermissions(key)}
              <ScopeText tags={key.tags} snitchCount={key.snitches.length} />
              <Enough of={key} />
            </Cell>
            {addsSnitches && (
              <Cell name="Added:" className="text-ink-quiet">
                {key.access === "ping" && (
                  <SnitchLimit
                    of={key.name}
                    limit={key.snitchLimit}
                    added={key.snitchesAdded}
                    {...(revocableIn && { change: changeSnitchLimitAction.bind(null, revocableIn, key.id) })}
                  />
                )}
              </Cell>
            )}
            <Cell name="Created:" className="text-ink-quiet">
              <Time at={key.createdAt} as="date" className="whitespace-nowrap" />
              {key.createdBy && (
                <span className="block max-w-40 text-xs max-sm:inline max-sm:text-sm">
                  {" "}
                  by <Email of={key.createdBy.email} />
                  {!key.createdBy.isMember && ", who is no longer a member"}
                </span>
              )}
            </Cell>
            <Cell name="Last used:" className="text-ink-quiet">
              <LastUse of={key} now={now} />
            </Cell>
            <Cell name="Expires:" className="whitespace-nowrap text-ink-quiet">
              {describeEnd(key, now)}
            </Cell>
            {revocableIn && (
              <Cell className="max-sm:basis-full">
                <div className="flex flex-wrap justify-end gap-2 xl:flex-nowrap">
                  <ReplaceValue
                    trigger="Rotate…"
                    label={`Rotate ${key.name}`}
                    title={`Rotate “${key.name}”?`}
                    description="The key gets a new secret. Both secrets work until the old one expires, so you can update your programs."
                    noun="secret"
                    newName="API key"
                    confirm="Rotate Key"
                    busy="Rotating…"
                    shownOnce
                    replace={rotateApiKeyAction.bind(null, revocableIn, key.id)}
                  />
                  <Confirm
                    trigger="Revoke…"
                    label={`Revoke ${key.name}`}
                    title={`Revoke “${key.name}”?`}
                    description="Programs that still use it will be refused. This cannot be undone."
                    confirm="Revoke Key"
                    busy="Revoking…"
                    action={revokeApiKeyAction.bind(null, revocableIn, key.id)}
                  />
                </div>
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** An address that breaks before its “@” first. */
function Email({ of: address }: { of: string }) {
  const at = address.lastIndexOf("@");
  return (
    <span className="wrap-break-word max-sm:wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}

/** Which snitches a narrowed key reaches. Nothing for a key that reaches all. */
function ScopeText({ tags, snitchCount }: { tags: string[]; snitchCount: number }) {
  if (tags.length + snitchCount === 0) return null;
  const snitches = formatCount(snitchCount, "snitch", "snitches");
  return (
    <span className="block text-xs wrap-anywhere max-sm:inline max-sm:text-sm">
      {" "}
      for {[...tags.map((tag) => `#${tag}`), ...(snitchCount > 0 ? [snitches] : [])].join(", ")}
    </span>
  );
}

/** Which fewer permissions would have been enough for what a key was used for. Nothing if it needs those it has. */
function Enough({ of: key }: { of: ListedKey }) {
  const enough = key.kind === "tattle" && key.lastUsedAt ? findEnough(key.access, key.uses) : null;
  if (!enough) return null;
  return (
    <span className="block text-xs text-ink max-sm:inline max-sm:text-sm">
      {" "}
      “{formatPermissions({ kind: key.kind, access: enough })}” has been enough since{" "}
      <Time at={key.usesSince} as="date" />
    </span>
  );
}

/** When and by what a key was used last. */
function LastUse({ of: key, now }: { of: ListedKey; now: Date }) {
  if (!key.lastUsedAt) return "Never";
  return (
    <>
      <RelativeTime at={key.lastUsedAt} now={now} />
      {key.lastUsedVerb && (
        <span className="block text-xs max-sm:inline max-sm:text-sm">
          {" "}
          by {key.lastUsedVerb}
          {key.lastUsedAddress && <span className="wrap-anywhere"> from {key.lastUsedAddress}</span>}
        </span>
      )}
    </>
  );
}

function describeEnd(
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
) {
  if (revokedAt)
    return (
      <>
        revoked <Time at={revokedAt} as="date" />
      </>
    );
  if (!expiresAt) return "Never";
  return (
    <>
      {expiresAt <= now && "expired "}
      <Time at={expiresAt} as="date" />
    </>
  );
}
