import type { ColumnsOf } from "@/lib/platform/setting";
import { alerting } from "./alerting";
import { filters } from "./filters";
import { identity } from "./identity";
import { runs } from "./runs";
import { schedule } from "./schedule";

const { depends_on: _, ...columns } = { ...identity, ...runs, ...alerting, ...filters };

/** The settings that are saved as they are: a new schedule also changes the state of its snitch. */
export const COLUMNS = columns;

export type Columns = ColumnsOf<typeof COLUMNS>;

const { name, notes, tags, slug, environment } = identity;
const { alert_email, silenced: dismissed, ...rules } = alerting;

/** All settings, in the order of a file. */
export const SETTINGS = {
  ...{ name, notes, tags, ...schedule, alert_email, ...runs, ...rules },
  ...{ slug, environment },
  ...{ ...filters, ...identity, silenced: dismissed },
};
