import { z } from "zod";
import { basic, type Origin, openApi, readPages, refuseUnlessKey } from "../api";
import { optionalFlag, optionalNumber, optionalText, sourceText } from "../source-text";

const list = z
  .array(sourceText)
  .nullish()
  .transform((texts) => texts ?? []);

const monitor = z.object({
  key: sourceText,
  type: optionalText,
  name: optionalText,
  note: optionalText,
  schedule: optionalText,
  schedules: list,
  timezone: optionalText,
  grace_seconds: optionalNumber,
  failure_tolerance: optionalNumber,
  schedule_tolerance: optionalNumber,
  tags: list,
  group: optionalText,
  assertions: list,
  paused: optionalFlag,
  disabled: optionalFlag,
});

export type Monitor = z.output<typeof monitor>;

const page = z.object({ monitors: z.array(monitor) });

/** All monitors of an account. */
export async function readCronitor(origin: Origin): Promise<Monitor[]> {
  const api = openApi(origin, {
    name: "Cronitor",
    url: "https://cronitor.io",
    headers: { Authorization: basic(refuseUnlessKey(origin.key)) },
    keyHint: "copy a key that can read monitors from Settings, API Keys",
  });
  return readPages(
    async (number) => {
      const { data } = await api.get("/api/monitors", { page: number ?? "1" }, page);
      return { items: data.monitors, next: String(Number(number ?? 1) + 1) };
    },
    ({ key }) => key,
  );
}
