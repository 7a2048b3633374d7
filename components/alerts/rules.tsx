import { SEVERITY_WORDS } from "@/components/incidents/words";
import { Time } from "@/components/time";
import { Fact } from "@/components/ui/fact";
import { Link } from "@/components/ui/link";
import type { FoundAlert } from "@/lib/check-ins/find-alert";
import type { TellingFacts } from "@/lib/rules/alert-facts";
import { runDuration } from "@/lib/rules/runs/run-duration";

type RulesProps = { alert: FoundAlert; telling: TellingFacts; caseUrl: string };

/** The rules of the snitch, and what else decided whether people were told: the rows of a `FactList`. */
export function Rules({ alert, telling, caseUrl }: RulesProps) {
  const { severity, maintenanceUntil, isAcknowledged, parents, hold } = telling;
  const isBad = alert.kind === "missing" || alert.kind === "errored";
  return (
    <>
      <Fact label="Rule">{ruleInWords(alert, telling)}</Fact>
      {isBad && <Fact label="Severity">{SEVERITY_WORDS[severity]}</Fact>}
      {isBad && (
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
      {isBad && parents > 0 && (
        <Fact label="Depends on">
          {parents === 1 ? "1 snitch" : `${parents} snitches`}
          {hold === "parent" && <HeldBy alert={alert} telling={telling} caseUrl={caseUrl} />}
        </Fact>
      )}
      {isBad && isAcknowledged && (
        <Fact label="Acknowledged">Somebody took care of the incident already</Fact>
      )}
    </>
  );
}

function HeldBy({ alert: { heldBy }, telling, caseUrl }: RulesProps) {
  const until = telling.heldUntil && (
    <>
      , until <Time at={new Date(telling.heldUntil)} as="second" /> at most
    </>
  );
  if (!telling.heldBy) return <>. Telling waited for the next report of one of them{until}</>;
  return (
    <>
      . Telling waited, because{" "}
      {heldBy ? (
        <Link
          href={`${caseUrl}/snitches/${heldBy.token}`}
          className="underline underline-offset-4 wrap-anywhere"
        >
          <bdi>{heldBy.name}</bdi>
        </Link>
      ) : (
        "one that was deleted since"
      )}{" "}
      was bad{until}
    </>
  );
}

function ruleInWords({ kind }: FoundAlert, telling: TellingFacts): string {
  const { alertAfter, alertAfterSeconds, badCount, recoverAfter, goodCount } = telling;
  if (kind === "paused") return "A pause is always told.";
  if (kind === "reporting")
    return recoverAfter === 1
      ? "The first good result ends the incident."
      : `${recoverAfter} good results in a row end the incident. This was number ${goodCount}.`;
  const orTime = alertAfterSeconds > 0 ? `, or after ${runDuration(alertAfterSeconds * 1_000)}` : "";
  const counted = badCount === 0 ? "It was not counted." : `This was number ${badCount}.`;
  if (alertAfter === 1) return `Alert at the first bad result. ${counted}`;
  return `Alert after ${alertAfter} bad results in a row${orTime}. ${counted}`;
}
