import { Time } from "@/components/time";
import { Fact } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import type { FoundAlert } from "@/lib/history/find-alert";
import { formatCount } from "@/lib/rules/format-count";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import { runDuration } from "@/lib/rules/runs/run-duration";
import type { NotifyingFacts } from "@/lib/rules/state/alert-facts";

type RulesProps = { alert: FoundAlert; rules: NotifyingFacts; caseUrl: string };

/** The rules of the snitch, and what else decided whether people were notified: the rows of a `FactList`. */
export function Rules({ alert, rules, caseUrl }: RulesProps) {
  const { severity, maintenanceUntil, isAcknowledged, parents, hold } = rules;
  const isFailing = alert.kind === "missing" || alert.kind === "errored";
  return (
    <>
      <Fact label="Rule">{formatRule(alert, rules)}</Fact>
      {isFailing && <Fact label="Severity">{SEVERITY_LABELS[severity]}</Fact>}
      {isFailing && (
        <Fact label="Maintenance">
          {maintenanceUntil ? (
            <>
              Under way until <Time at={new Date(maintenanceUntil)} as="second" />
            </>
          ) : (
            "None then"
          )}
          {alert.isExcused && ". It excuses the miss"}
        </Fact>
      )}
      {isFailing && parents > 0 && (
        <Fact label="Depends on">
          {formatCount(parents, "snitch", "snitches")}
          {hold === "parent" && <HeldBy alert={alert} rules={rules} caseUrl={caseUrl} />}
        </Fact>
      )}
      {isFailing && isAcknowledged && (
        <Fact label="Acknowledged">Someone was already handling the incident</Fact>
      )}
    </>
  );
}

function HeldBy({ alert: { heldBy }, rules, caseUrl }: RulesProps) {
  const until = rules.heldUntil && (
    <>
      , until <Time at={new Date(rules.heldUntil)} as="second" /> at most
    </>
  );
  if (!rules.heldBy) return <>. The notification waited for the next report of one of them{until}</>;
  return (
    <>
      . The notification waited, because{" "}
      {heldBy ? (
        <Link
          href={`${caseUrl}/snitches/${heldBy.token}`}
          className="underline underline-offset-4 wrap-anywhere"
        >
          <bdi>{heldBy.name}</bdi>
        </Link>
      ) : (
        "one that has since been deleted"
      )}{" "}
      was missing or errored{until}
    </>
  );
}

function formatRule({ kind }: FoundAlert, rules: NotifyingFacts): string {
  const { alertAfter, alertAfterSeconds, badCount, recoverAfter, goodCount } = rules;
  if (kind === "paused") return "People are always notified of a pause.";
  if (kind === "reporting")
    return recoverAfter === 1
      ? "The first success ends the incident."
      : `${recoverAfter} successes in a row end the incident. This was number ${goodCount}.`;
  const orTime = alertAfterSeconds > 0 ? `, or after ${runDuration(alertAfterSeconds * 1_000)}` : "";
  const counted = badCount === 0 ? "It was not counted." : `This was number ${badCount}.`;
  if (alertAfter === 1) return `Alert at the first failure. ${counted}`;
  return `Alert after ${alertAfter} failures in a row${orTime}. ${counted}`;
}
