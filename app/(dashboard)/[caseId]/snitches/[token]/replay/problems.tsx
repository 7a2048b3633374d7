import type { Validation } from "@/lib/platform/refusal";

const LABELS: Record<string, string> = {
  timezone: "Time zone",
  active: "Active hours",
  alert_after: "Alert after",
  max_runtime: "Longest runtime",
  alert_type: "Alert type",
};

const formatAttribute = (attribute: string) =>
  LABELS[attribute] ?? attribute.charAt(0).toUpperCase() + attribute.slice(1);

/** Says in place of a result why there is none. The fields say it, too. */
export const Problems = ({ problems }: { problems: Validation[] }) => (
  <div
    role="alert"
    className="mb-6 rounded-md border border-failed/30 bg-failed/8 px-3 py-2 text-sm text-failed"
  >
    <p>These settings cannot be tried:</p>
    <ul className="list-disc pl-5">
      {problems.map(({ attribute, message }) => (
        <li key={`${attribute} ${message}`} className="wrap-anywhere">
          {formatAttribute(attribute)} {message.replaceAll("'", "’")}.
        </li>
      ))}
    </ul>
  </div>
);
