import { RelativeTime } from "@/components/relative-time";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Form, Submit } from "@/components/ui/form";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import type { listSessions } from "@/lib/people/users/sessions";
import { endSessionAction, signOutEverywhereAction } from "./actions";
import { formatBrowser } from "./format-browser";

type SessionsSectionProps = {
  sessions: Awaited<ReturnType<typeof listSessions>>;
  /** The id of this browser's session. */
  currentId: string | undefined;
  now: Date;
};

/** The browsers in which the person is signed in, each with a button that signs it out. */
export function SessionsSection({ sessions, currentId, now }: SessionsSectionProps) {
  return (
    <Section id="sessions" title="Sessions">
      <p className="max-w-prose text-ink-quiet">
        The browsers where you’re signed in. Each session lasts 30 days at most. If you don’t recognize one of
        them, sign it out and change your password.
      </p>
      <Table label="Sessions" stacks>
        <Head columns={["Browser", "Last seen", "Signed in"]} actions="Actions" />
        <tbody>
          {sessions.map(({ id, userAgent, lastSeenAt, createdAt }) => (
            <Row key={id}>
              <Cell className="min-w-40 max-sm:basis-full" title={userAgent}>
                {formatBrowser(userAgent)}
                {id === currentId && <span className="text-ink-quiet"> (this browser)</span>}
              </Cell>
              <Cell name="seen" className="text-ink-quiet">
                <RelativeTime at={lastSeenAt} now={now} />
              </Cell>
              <Cell name="since" className="whitespace-nowrap text-ink-quiet">
                <Time at={createdAt} as="date" />
              </Cell>
              <Cell className="text-right">
                <Form action={endSessionAction.bind(null, id)} className="inline-grid">
                  <Submit look="bare" busy="Signing out…">
                    Sign Out<span className="sr-only"> {formatBrowser(userAgent)}</span>
                  </Submit>
                </Form>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <Form action={signOutEverywhereAction}>
        <div>
          <Submit look="plain" busy="Signing out…">
            Sign Out Everywhere
          </Submit>
        </div>
      </Form>
    </Section>
  );
}
