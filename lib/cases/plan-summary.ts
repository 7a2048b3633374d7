import { type Plan, TERMS } from "@/lib/rules/plans";

/** What a plan includes and how much of it is used, as labels and values for the settings page. */
export function planSummary(plan: Plan, used: number): { label: string; value: string }[] {
  const { snitches, intervals, smart, errorNotices } = TERMS[plan];
  const of = Number.isFinite(snitches) ? `of ${snitches.toLocaleString("en")}` : "of unlimited";
  return [
    { label: "Plan", value: `${plan.charAt(0).toUpperCase()}${plan.slice(1)}` },
    { label: "Snitches", value: `${used.toLocaleString("en")} ${of}` },
    { label: "Intervals", value: intervals === "all" ? "all" : "hourly, daily, weekly and monthly" },
    { label: "Smart alerts", value: smart === "none" ? "none" : `for ${smart} intervals` },
    {
      label: "Error alerts",
      value: errorNotices
        ? "yes: an exit status other than 0 raises an alert"
        : "no: an exit status other than 0 is recorded, and counts as a check-in",
    },
    { label: "History", value: "two years" },
  ];
}
