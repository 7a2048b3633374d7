import { groupComponents } from "@/lib/pages/group-components";
import { toDataUrl } from "@/lib/pages/logo-input";
import { NOT_AUTOMATIC, type PageSettings, type Visibility } from "@/lib/pages/page-input";
import { query } from "@/lib/platform/db";
import { MAX_LOGO, type PageAttributes, toComponent } from "./page-attributes";

export type ExistingPage = {
  /** Its slug. */
  key: string;
  id: string;
  hasPassword: boolean;
  /** The logos that are too long for a file: they stay what they are. */
  longLogos: string[];
  attributes: PageAttributes;
};

type Row = {
  id: string;
  slug: string;
  title: string;
  visibility: Visibility;
  networks: string[];
  hasPassword: boolean;
  settings: PageSettings;
  logo: Uint8Array | null;
  logoDark: Uint8Array | null;
  longLogos: string[];
};

type ComponentRow = {
  pageId: string;
  groupName: string;
  name: string;
  snitchId: string | null;
  tag: string | null;
};

/** A logo of more bytes is a longer data URL than a file may have. */
const MAX_BYTES = Math.floor((MAX_LOGO - "data:image/jpeg;base64,".length) / 4) * 3;

/** The status pages of a case, without the keys of their links and their passwords. `keys`: of its snitches, by their ids. */
export async function loadPages(caseId: string, keys: Map<string, string>): Promise<ExistingPage[]> {
  const [pages, components] = await Promise.all([
    query<Row>(
      `SELECT p.id, slug, s.name AS title, visibility, networks, password_hash IS NOT NULL AS "hasPassword", p.settings,
         CASE WHEN length(logo) <= $2 THEN logo END AS logo,
         CASE WHEN length(logo_dark) <= $2 THEN logo_dark END AS "logoDark",
         array_remove(ARRAY[CASE WHEN length(logo) > $2 THEN 'logo' END,
           CASE WHEN length(logo_dark) > $2 THEN 'logo_dark' END], NULL) AS "longLogos"
       FROM pages p JOIN shares s USING (id) WHERE p.case_id = $1`,
      [caseId, MAX_BYTES],
    ),
    query<ComponentRow>(
      `SELECT page_id AS "pageId", group_name AS "groupName", c.name, snitch_id AS "snitchId", tag
       FROM page_components c JOIN pages p ON p.id = c.page_id WHERE p.case_id = $1 ORDER BY position`,
      [caseId],
    ),
  ]);
  return pages.map(({ id, slug, hasPassword, longLogos, settings, logo, logoDark, ...page }) => ({
    key: slug,
    id,
    hasPassword,
    longLogos,
    attributes: {
      ...NOT_AUTOMATIC,
      ...settings,
      ...page,
      links: settings.links.map(({ name, url }) => ({ name, url })),
      logo: logo && toDataUrl(logo),
      logo_dark: logoDark && toDataUrl(logoDark),
      groups: toGroups(
        components.filter(({ pageId }) => pageId === id),
        keys,
      ),
    },
  }));
}

const toGroups = (components: ComponentRow[], keys: Map<string, string>): PageAttributes["groups"] =>
  groupComponents(components, ({ groupName }) => groupName).map((group) => ({
    name: group.name,
    components: group.components.map(({ snitchId, name, tag }) =>
      toComponent({ name, tag, snitch: snitchId && keys.get(snitchId) }),
    ),
  }));
