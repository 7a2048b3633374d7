import { Prose } from "@/components/prose";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { CHOICES } from "@/lib/api/choices";
import { ERRORS } from "@/lib/api/errors";
import { PLANS, TERMS } from "@/lib/rules/plans";

export const ErrorTable = () => (
  <Table label="Errors">
    <Head columns={["Status", "Type", "Cause"]} />
    <tbody>
      {ERRORS.map(({ status, type, cause }) => (
        <Row key={`${status}${type}`} className="align-top">
          <Cell>{status}</Cell>
          <Cell className="font-mono whitespace-nowrap">{type ?? "–"}</Cell>
          <Cell>
            <Prose text={cause} />
          </Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);

const INTERVALS_OF = { standard: "hourly, daily, weekly, monthly", all: "all" };

export const PlanTable = () => (
  <Table label="Plans">
    <Head columns={["Plan", "Snitches", "Intervals", "Smart", "Error Notices"]} />
    <tbody>
      {PLANS.map((plan) => (
        <Row key={plan}>
          <Cell className="font-medium">{plan}</Cell>
          <Cell>
            {Number.isFinite(TERMS[plan].snitches) ? TERMS[plan].snitches.toLocaleString("en") : "no limit"}
          </Cell>
          <Cell>{INTERVALS_OF[TERMS[plan].intervals]}</Cell>
          <Cell>{TERMS[plan].smart}</Cell>
          <Cell>{TERMS[plan].errorNotices ? "yes" : "no"}</Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);

export const ChoiceList = () => (
  <dl className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-6">
    {CHOICES.map(([question, choice]) => (
      <div key={question} className="contents">
        <dt className="font-medium">{question}</dt>
        <dd className="max-w-prose text-ink-quiet">
          <Prose text={choice} />
        </dd>
      </div>
    ))}
  </dl>
);
