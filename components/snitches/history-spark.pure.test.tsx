import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HistorySpark, placeSparks } from "./history-spark";

test("equal histories of a page are drawn once, each with its own title, and others without an id", () => {
  const sparks = ["healthy 13,open 1", "missed 2", "healthy 13,open 1", "", "", "healthy 13,open 1"];
  const places = placeSparks(sparks);
  const [first, lone, second, , , third] = sparks.map((spark, i) =>
    renderToStaticMarkup(<HistorySpark spark={spark} place={places[i]} />),
  );

  expect(first).toContain('<g id="spark-1"><path class="bar-healthy"');
  expect(second).toContain('</title><use href="#spark-1"/></svg>');
  expect(second).toContain("<title>13 of 13 periods were healthy.</title>");
  expect(third).toBe(second);
  expect(lone).not.toContain("id=");
});
