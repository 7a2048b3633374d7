import { Confirm } from "@/components/confirm";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { CopyButton } from "@/components/ui/copy-button";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { copiedInvitationUrl } from "@/lib/cases/invitation-link";
import type { listInvitations } from "@/lib/cases/invite";
import { mayManage, type Role } from "@/lib/cases/roles";
import { withdrawInvitationAction } from "./actions";

type InvitationsProps = {
  caseId: string;
  invitations: Awaited<ReturnType<typeof listInvitations>>;
  /** The role of the signed-in user. */
  role: Role;
  now: Date;
};

export function Invitations({ caseId, invitations, role, now }: InvitationsProps) {
  return (
    <Section id="invitations" title="Invitations">
      <Table label="Invitations" stacks>
        <Head columns={["Email", "Role", "Invited by", "Valid until"]} actions="Actions" />
        <tbody>
          {invitations.map(({ id, email, role: invitedAs, invitedBy, expiresAt, notSent }) => (
            <Row key={id}>
              <Cell className="min-w-40 wrap-anywhere max-sm:basis-full">
                {email}
                {notSent && expiresAt > now && (
                  <span className="block text-xs break-normal text-errored first-letter:uppercase">
                    {notSent}. {mayManage(role, invitedAs) && "Copy the link and pass it on."}
                  </span>
                )}
              </Cell>
              <Cell className="text-ink-quiet capitalize">{invitedAs}</Cell>
              <Cell name="by" className="min-w-36 wrap-anywhere text-ink-quiet">
                {invitedBy}
              </Cell>
              <Cell name="until" className="whitespace-nowrap text-ink-quiet">
                {expiresAt > now ? <Time at={expiresAt} as="date" /> : "expired"}
              </Cell>
              <Cell className="text-right">
                {mayManage(role, invitedAs) && (
                  <span className="inline-flex flex-wrap items-center justify-end gap-2 whitespace-nowrap sm:flex-nowrap">
                    {expiresAt > now && (
                      <CopyButton
                        text={copiedInvitationUrl(id)}
                        label="Copy Invitation Link"
                        what={`for ${email}`}
                        className="h-8"
                      />
                    )}
                    <Confirm
                      trigger="Withdraw…"
                      label={`Withdraw the invitation for ${email}`}
                      title="Withdraw this invitation?"
                      description={`The links for ${email}, emailed or copied, will stop working.`}
                      confirm="Withdraw Invitation"
                      busy="Withdrawing…"
                      action={withdrawInvitationAction.bind(null, caseId, id)}
                    />
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
