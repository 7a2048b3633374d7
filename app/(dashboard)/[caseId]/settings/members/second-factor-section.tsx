import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Form, type FormAction, Submit } from "@/components/ui/form";

type SecondFactorSectionProps = {
  /** Since when the case requires a second factor; null if it does not. */
  since: Date | null;
  /** How many members have none. */
  lacking: number;
  /** Absent for those who may not change it. */
  require?: FormAction;
};

/** Whether members need a second factor, and the button that changes it. */
export function SecondFactorSection({ since, lacking, require }: SecondFactorSectionProps) {
  return (
    <Section id="second-factor" title="Second factor">
      <p className="max-w-prose text-ink-quiet">
        {since ? (
          <>
            Required of all members since <Time at={since} as="date" />. Those without one are led to set it
            up, and see nothing of the case before.
          </>
        ) : (
          "Each member decides. If the case requires one, those without are led to set it up, and see nothing of the case before. Alerts still reach them."
        )}
        {require &&
          lacking > 0 &&
          ` ${lacking === 1 ? "One member has" : `${lacking} members have`} none now.`}
      </p>
      {require && (
        <Form action={require}>
          <input type="hidden" name="required" value={since ? "off" : "on"} />
          <div>
            <Submit look="plain" busy="Saving…">
              {since ? "Stop Requiring a Second Factor" : "Require a Second Factor"}
            </Submit>
          </div>
        </Form>
      )}
    </Section>
  );
}
