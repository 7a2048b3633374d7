import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DEFAULT_DISPLAY } from "@/lib/rules/time-display";
import { ArrivalsChart } from "./arrivals-chart";

const day = (date: string, time?: string) => {
  const start = new Date(`2026-03-${date}T00:00Z`);
  const end = new Date(start.getTime() + 86_400_000);
  return { start, end, at: time ? new Date(`2026-03-${date}T${time}Z`) : null };
};

test("the chart of arrivals says the usual time, and each column is a button that says its day", () => {
  const arrivals = [day("09", "02:01"), day("10"), day("11", "02:09"), day("12", "02:04")];

  const html = renderToStaticMarkup(
    <ArrivalsChart interval="daily" arrivals={arrivals} display={DEFAULT_DISPLAY} />,
  );

  expect(html).toContain('<fieldset aria-label="Usually checks in between 02:01 and 02:09."');
  expect([...html.matchAll(/<button[^>]* aria-label="([^"]+)"/g)].map(([, expected]) => expected)).toEqual([
    "Checked in Mon 9 Mar, 02:01",
    "Tue 10 Mar, 00:00: no healthy check-in",
    "Checked in Wed 11 Mar, 02:09",
    "Checked in Thu 12 Mar, 02:04",
  ]);
  expect(html.match(/tabindex="0"/g)).toHaveLength(1);
});
