import type { Metadata } from "next";
import { signedInUser } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { DashboardShell } from "../../dashboard-shell";
import { createCaseAction } from "./actions";

export const metadata: Metadata = { title: "New case" };

export default async function NewCasePage() {
  const user = await signedInUser("/cases/new");
  return (
    <DashboardShell user={user}>
      <div className="max-w-md">
        <PageHeader title="New case">
          A case is a workspace: its snitches, people and keys. Create one for a team, a client or a project.
        </PageHeader>
        <Form action={createCaseAction}>
          <Field label="Name" name="name" placeholder="Acme…" maxLength={100} autoFocus required />
          <div>
            <Submit busy="Creating…">Create Case</Submit>
          </div>
        </Form>
      </div>
    </DashboardShell>
  );
}
