import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { formatMark } from "@/components/snitches/not-emailed-text";
import { SendAgain } from "@/components/snitches/send-again";
import { Time } from "@/components/time";
import { type TimeFormats, timeFormats } from "@/components/time-formats";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { listInvitations } from "@/lib/cases/invite";
import { listKeyNamesByCreator } from "@/lib/cases/keys-of-member";
import { listMembers } from "@/lib/cases/members";
import { may, mayManage, ROLES, type Role } from "@/lib/cases/roles";
import { type ListedMark, listAddressMarks } from "@/lib/emails/address-marks";
import { sendAgainAction } from "../../send-again";
import {
  changeRoleAction,
  inviteAction,
  leaveCaseAction,
  removeMemberAction,
  requireSecondFactorAction,
  transferOwnershipAction,
} from "./actions";
import { Invitations } from "./invitations";
import { KeysQuestion } from "./keys-question";
import { MemberDialog } from "./member-dialog";
import { RoleField } from "./role-field";
import { RoleTable } from "./role-table";
import { SecondFactorSection } from "./second-factor-section";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role, user } = await currentCase((await params).caseId, "/settings/members");
  const now = new Date();
  const { date } = timeFormats((await currentReader()).display);
  const [members, invitations, keysByCreator, marks] = await Promise.all([
    listMembers(theCase.id),
    listInvitations(theCase.id),
    listKeyNamesByCreator(theCase.id, now),
    listAddressMarks(theCase.id),
  ]);
  const ownKeys = keysByCreator.get(user.id) ?? [];
  const canInvite = may(role, "manage_members");
  return (
    <>
      <PageHeader title="Members" />
      {canInvite && <InviteForm caseId={theCase.id} roles={assignableRoles(role)} key={invitations.length} />}
      <Table label="Members" stacks>
        <Head
          columns={["Email", "Role", ...(canInvite ? ["Second factor"] : []), "Since"]}
          actions="Actions"
        />
        <tbody>
          {members.map((member) => (
            <Row key={member.userId}>
              <Cell className="min-w-40 wrap-anywhere max-sm:basis-full">
                {member.email}
                {member.userId === user.id && (
                  <span className="whitespace-nowrap text-ink-quiet"> (you)</span>
                )}
                <Mark
                  caseId={theCase.id}
                  email={member.email}
                  mark={marks.get(member.email)}
                  role={role}
                  date={date}
                />
              </Cell>
              <Cell className="text-ink-quiet">
                <span className="capitalize">{member.role}</span>
                <FromGroup {...member} />
              </Cell>
              {canInvite && (
                <Cell name="Second factor:" className="whitespace-nowrap text-ink-quiet">
                  {member.secondFactorSince ? "Set up" : "None"}
                </Cell>
              )}
              <Cell name="since" className="whitespace-nowrap text-ink-quiet">
                <Time at={member.createdAt} as="date" />
              </Cell>
              <Cell className="text-right">
                {member.fromGroup !== null ? null : member.userId === user.id ? (
                  <Confirm
                    trigger="Leave…"
                    label={`Leave ${theCase.name}`}
                    title={`Leave ${theCase.name}?`}
                    description="You will no longer see this case or get its alerts, unless you are invited again."
                    confirm="Leave Case"
                    busy="Leaving…"
                    action={leaveCaseAction.bind(null, theCase.id)}
                  >
                    {may(role, "manage_keys") && ownKeys.length > 0 && (
                      <KeysQuestion creator="You" keys={ownKeys} />
                    )}
                  </Confirm>
                ) : (
                  mayManage(role, member.role) && (
                    <MemberDialog
                      email={member.email}
                      role={member.role}
                      keys={keysByCreator.get(member.userId) ?? []}
                      roles={assignableRoles(role)}
                      change={changeRoleAction.bind(null, theCase.id, member.userId)}
                      remove={removeMemberAction.bind(null, theCase.id, member.userId)}
                      handOver={
                        may(role, "own")
                          ? transferOwnershipAction.bind(null, theCase.id, member.userId)
                          : undefined
                      }
                    />
                  )
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {members.some(({ fromGroup }) => fromGroup !== null) && (
        <p className="max-w-prose pt-3 text-sm text-ink-quiet">
          Roles from groups come from your single sign-on. Change them there. They update here within minutes,
          or at the next sign-in.
        </p>
      )}
      {invitations.length > 0 && (
        <div className="pt-8">
          <Invitations caseId={theCase.id} invitations={invitations} role={role} now={now} />
        </div>
      )}
      <div className="pt-8">
        <SecondFactorSection
          since={theCase.secondFactorRequiredSince}
          lacking={members.filter(({ secondFactorSince }) => !secondFactorSince).length}
          require={canInvite ? requireSecondFactorAction.bind(null, theCase.id) : undefined}
        />
        <Section id="roles" title="What each role can do">
          <RoleTable />
        </Section>
      </div>
    </>
  );
}

/** Says that a role comes from a group, where only it can be changed. Renders nothing for a role that was given by hand. */
const FromGroup = ({ fromGroup, groupLostAt }: { fromGroup: string | null; groupLostAt: Date | null }) =>
  fromGroup !== null && (
    <span className="block text-xs wrap-anywhere">
      {groupLostAt === null
        ? `from the group “${fromGroup}”`
        : `has left the group “${fromGroup}”, and stays as the last owner: make another member an owner`}
    </span>
  );

type MarkProps = {
  caseId: string;
  email: string;
  mark: ListedMark | undefined;
  role: Role;
  date: TimeFormats["date"];
};

/** Why the emails of the case do not reach a member. Renders nothing if they do. */
const Mark = ({ caseId, email, mark, role, date }: MarkProps) =>
  mark && (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-errored">
      {formatMark(mark, date)}
      {may(role, "change_settings") && (
        <SendAgain address={email} action={sendAgainAction.bind(null, caseId, mark.id)} />
      )}
    </span>
  );

const assignableRoles = (role: Role) => ROLES.filter((other) => mayManage(role, other));

function InviteForm({ caseId, roles }: { caseId: string; roles: Role[] }) {
  return (
    <Form action={inviteAction.bind(null, caseId)} className="flex flex-wrap items-start gap-2 pb-6">
      <div className="min-w-52 flex-1 sm:max-w-80">
        <Field
          label="Invite a person"
          name="email"
          type="email"
          autoComplete="off"
          placeholder="ada@example.com"
          required
        />
      </div>
      <RoleField roles={roles} value="member" />
      <Submit busy="Inviting…" className="h-9 sm:mt-[calc(1.5em+0.375rem)]">
        Invite
      </Submit>
    </Form>
  );
}
