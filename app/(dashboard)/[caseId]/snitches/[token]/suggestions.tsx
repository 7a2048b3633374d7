import { Suspense } from "react";
import { currentReader } from "@/app/sign-in/reader";
import { timeFormats } from "@/components/time-formats";
import { Form, Submit } from "@/components/ui/form";
import { formatSuggested, remedyVerb, type Suggested } from "@/lib/rules/suggestions/suggested";
import { SUGGESTION_TITLES } from "@/lib/rules/suggestions/suggestion";
import { findRemedy } from "@/lib/suggestions/find-remedy";
import { listSuggestions } from "@/lib/suggestions/list";
import { pauseSnitchAction } from "./actions";
import { DeleteSnitch } from "./delete-snitch";
import { dismissSuggestionAction, followRemedyAction } from "./suggestion-actions";

type SuggestedFor = {
  caseId: string;
  snitch: { id: string; token: string; name: string };
  mayManage: boolean;
};

/** Suggestions about a snitch, or `only` this one, each with what to do and a button that dismisses it permanently. */
export async function Suggestions({
  caseId,
  snitch,
  mayManage,
  only,
}: SuggestedFor & { only?: Suggested["kind"] }) {
  const suggestions = await listSuggestions({ caseId, snitchId: snitch.id }, new Date());
  const visible = only ? suggestions.filter(({ suggested }) => suggested.kind === only) : suggestions;
  return visible.map(({ suggested }) => (
    <Note key={suggested.kind} caseId={caseId} snitch={snitch} suggested={suggested} mayManage={mayManage} />
  ));
}

async function Note({ suggested, ...about }: SuggestedFor & { suggested: Suggested }) {
  if (suggested.kind !== "flaps") return <NoteText {...about} suggested={suggested} />;
  // What to set is found by replays, which take longer than the rest of the page.
  return (
    <Suspense fallback={<NoteText {...about} suggested={suggested} />}>
      <FlapsNote {...about} suggested={suggested} />
    </Suspense>
  );
}

type FlapsNoteProps = SuggestedFor & { suggested: Extract<Suggested, { kind: "flaps" }> };

async function FlapsNote({ suggested, ...about }: FlapsNoteProps) {
  const remedy = await findRemedy(about.caseId, about.snitch.token, suggested.changes, new Date());
  return <NoteText {...about} suggested={{ ...suggested, remedy }} />;
}

async function NoteText({ caseId, snitch, suggested, mayManage }: SuggestedFor & { suggested: Suggested }) {
  const { date } = timeFormats((await currentReader()).display);
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm print:hidden"
    >
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <strong className="font-medium">{SUGGESTION_TITLES[suggested.kind]}</strong>
        {suggested.kind === "stale" ? " " : ". "}
        {formatSuggested(suggested, date)}
      </p>
      {mayManage && <NoteVerbs caseId={caseId} snitch={snitch} suggested={suggested} />}
    </div>
  );
}

type NoteVerbsProps = { caseId: string; snitch: { token: string; name: string }; suggested: Suggested };

/** What to do about a suggestion. */
export const NoteVerbs = ({ caseId, snitch, suggested }: NoteVerbsProps) => (
  <div className="flex flex-wrap items-start gap-2">
    {suggested.kind === "stale" && !suggested.isPending && (
      <Form action={pauseSnitchAction.bind(null, caseId, snitch.token)}>
        <input type="hidden" name="until" value="unpaused" />
        <Submit look="plain" busy="Pausing…">
          Pause
        </Submit>
      </Form>
    )}
    {suggested.kind === "stale" && <DeleteSnitch caseId={caseId} snitch={snitch} verb="Delete" />}
    {suggested.kind === "flaps" && suggested.remedy && (
      <Form
        action={followRemedyAction.bind(
          null,
          caseId,
          snitch.token,
          suggested.remedy.attribute,
          String(suggested.remedy.value),
        )}
      >
        <Submit look="plain" busy="Saving…">
          {remedyVerb(suggested.remedy)}
        </Submit>
      </Form>
    )}
    <Form action={dismissSuggestionAction.bind(null, caseId, snitch.token, suggested.kind)}>
      <Submit look="plain" busy="Saving…">
        {suggested.kind === "stale" ? "Keep" : "Do Not Suggest Again"}
      </Submit>
    </Form>
  </div>
);
