import { notFound, redirect } from "next/navigation";
import { signedInUser } from "@/app/sign-in/session";
import { findCaseIdOfSnitch } from "@/lib/snitches/find";

export { metadata } from "@/app/not-found-page";

/** The address of a snitch without its case, as older links have it: leads members of the case to the snitch's page. */
export default async function SnitchWithoutCase({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { id: userId } = await signedInUser(`/snitches/${token}`);
  const caseId = await findCaseIdOfSnitch(token, userId);
  if (!caseId) notFound();
  redirect(`/${caseId}/snitches/${token}`);
}
