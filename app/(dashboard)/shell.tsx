import { signOut } from "@/app/(account)/actions";
import { Shell } from "@/components/shell/shell";
import { listCasesOf } from "@/lib/cases/find";
import type { Person } from "@/lib/users/find";

type ShellOfProps = { user: Person; owner?: { id: string; name: string }; children: React.ReactNode };

/** The dashboard's shell for this person, with the cases that they can switch to. */
export async function ShellOf({ user, owner, children }: ShellOfProps) {
  const cases = await listCasesOf(user.id);
  return (
    <Shell
      email={user.email}
      isOperator={user.operatorSince !== null}
      owner={owner && { id: owner.id, name: owner.name }}
      cases={cases}
      signOut={signOut}
    >
      {children}
    </Shell>
  );
}
