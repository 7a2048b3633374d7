import { currentMembership } from "@/app/sign-in/session";
import { previewForm } from "../snitches/forms/schedule-form";

/** What the form for a schedule shows while someone types: its words and its next runs, or what is wrong. */
export async function GET(request: Request, { params }: { params: Promise<{ caseId: string }> }) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return Response.json(null, { status: 404 });
  const fields = Object.fromEntries(new URL(request.url).searchParams);
  return Response.json(previewForm(fields, new Date()));
}
