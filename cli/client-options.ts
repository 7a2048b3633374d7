import type { SettingsOptions } from "./config";

/** What these commands take besides their arguments. */
export type ClientOptions = SettingsOptions & {
  json?: boolean;
  status?: string;
  tag?: string[];
  all?: boolean;
  raw?: boolean;
  markdown?: boolean;
  prune?: boolean;
  note?: string;
  from?: string;
  to?: string;
  format?: string;
  output?: string;
  pause?: boolean;
  remove?: boolean;
};
