import { Form, type FormAction } from "@/components/ui/form";
import { Check, X } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import type { OnboardingSteps } from "@/lib/cases/onboarding";
import { findSettingsPage } from "./settings-nav";
import { useCasePath } from "./use-case-path";

const STEPS: { step: keyof OnboardingSteps; label: string; path: string }[] = [
  { step: "snitch", label: "Add a snitch", path: "/new" },
  { step: "checkIn", label: "Check in", path: "" },
  { step: "email", label: "Set up email", path: "/settings/email" },
  { step: "teammate", label: "Add a teammate", path: "/settings/members" },
  { step: "apiKey", label: "Create an API key", path: "/api-keys" },
  { step: "webhook", label: "Add a channel", path: "/channels/new" },
];

/** After so many steps, the rest is one line that unfolds. */
const FOLDED_AFTER = 3;

type OnboardingProps = { caseId: string; steps: OnboardingSteps; hide: FormAction };

/** The remaining onboarding steps. Disappears after the last step, or when it is hidden. */
export function Onboarding({ caseId, steps, hide }: OnboardingProps) {
  const path = useCasePath(caseId);
  const list = STEPS.filter(({ step }) => steps[step] !== undefined);
  const done = list.filter(({ step }) => steps[step]).length;
  return (
    <section
      aria-label="Getting started"
      className="relative hidden rounded-lg border border-line p-2.5 lg:block"
    >
      {/* The list of settings needs the room. */}
      <details open={done < FOLDED_AFTER && !findSettingsPage(path ?? "")}>
        <summary className="flex cursor-pointer items-center justify-between gap-1 pr-6 pl-0.5 text-xs">
          <h2 className="font-medium">Getting started</h2>
          <span className="text-ink-quiet">
            {done} of {list.length}
          </span>
        </summary>
        <progress
          value={done}
          max={list.length}
          aria-hidden
          className="my-2 h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
        <ul className="grid text-sm">
          {list.map(({ step, label: text, path }) => (
            <li key={step}>
              {steps[step] ? (
                <span className="flex min-h-7 items-center gap-2 text-ink-quiet line-through decoration-line">
                  <Check aria-hidden className="size-3.5 text-healthy" />
                  {text}
                  <span className="sr-only">, done</span>
                </span>
              ) : (
                <Link href={`/${caseId}${path}`} className="flex min-h-7 items-center gap-2 hover:underline">
                  <span aria-hidden className="mx-px size-3 rounded-full border border-ink-quiet/60" />
                  {text}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </details>
      <Form action={hide} className="absolute top-1.5 right-1.5">
        <button
          type="submit"
          aria-label="Hide the first steps"
          className="grid size-6 place-items-center rounded text-ink-quiet hover:bg-ink/5 hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      </Form>
    </section>
  );
}
