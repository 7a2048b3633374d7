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
            Required since <Time at={since} as="date" />. Members must set one up before they can see this
            case.
          </>
        ) : (
          "Optional. If you require it, members must set one up before they can see this case. They still get alerts."
        )}
        {require && lacking > 0 && ` ${lacking === 1 ? "1 member has" : `${lacking} members have`} none.`}
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
