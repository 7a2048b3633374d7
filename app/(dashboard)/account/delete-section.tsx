import { ConfirmByTyping } from "@/components/confirm-by-typing";
import { Section } from "@/components/section";
import { listCasesWithUserKeys } from "@/lib/cases/keys-of-member";
import { casesAffectedByDeletion } from "@/lib/people/accounts/delete-account";
import type { Person } from "@/lib/people/users/find";
import { deleteAccountAction } from "./actions";

/** Deletes the account, or says what has to be done before. */
export async function DeleteSection({ user, now }: { user: Person; now: Date }) {
  const [{ toDelete, withoutOwner }, casesWithKeys] = await Promise.all([
    casesAffectedByDeletion(user.id),
    listCasesWithUserKeys(user.id, now),
  ]);
  const keysLeftBehind = casesWithKeys.filter(({ id }) => !toDelete.some((deleted) => deleted.id === id));
  if (user.operatorSince) {
    return (
      <Section id="delete" title="Delete">
        <p className="max-w-prose text-ink-quiet">
          You run this installation. Before you can delete your account, make another user its operator:{" "}
          <code className="font-mono text-sm">npm run admin -- operator EMAIL</code>
        </p>
      </Section>
    );
  }
  if (withoutOwner.length > 0) {
    return (
      <Section id="delete" title="Delete">
        <p className="max-w-prose text-ink-quiet">
          You are the last owner of {listNames(withoutOwner)}. Make another member an owner, or delete the
          case, before you delete your account.
        </p>
      </Section>
    );
  }
  return (
    <Section id="delete" title="Delete">
      <p className="max-w-prose text-ink-quiet">
        You leave every case that you belong to. Backups keep your data for 30 days.
      </p>
      {keysLeftBehind.length > 0 && (
        <p className="max-w-prose text-ink-quiet">
          You created API keys in {listNames(keysLeftBehind)}. They keep working, and members see that you
          created them. Before you delete your account, revoke those that no program needs.
        </p>
      )}
      <div>
        <ConfirmByTyping
          title="Delete your account?"
          expected={user.email}
          label="Email"
          name="email"
          verb="Delete Account"
          action={deleteAccountAction}
        >
          {toDelete.length > 0 && (
            <span className="mb-2 block">
              You are the only member of {listNames(toDelete)}: everything in it is deleted with your account.
            </span>
          )}
        </ConfirmByTyping>
      </div>
    </Section>
  );
}

const listNames = (cases: { name: string }[]) => cases.map(({ name }) => `“${name}”`).join(", ");
