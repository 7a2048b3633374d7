import { Notices } from "@/components/incidents/incident-notes";
import { relativeText } from "@/components/relative-time";
import { RunNote } from "@/components/runs/run-note";
import { HistorySpark } from "@/components/snitches/charts/history-spark";
import { RowCheckbox } from "@/components/snitches/charts/row-checkbox";
import { MaintenanceNote } from "@/components/snitches/maintenance-note";
import { applicableActions } from "@/components/snitches/selection/applicable";
import { StatusBadge } from "@/components/status-badge";
import { Link } from "@/components/ui/link";
import { type Opening, opensMenu } from "@/components/ui/menu";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { ListColumn } from "./list-columns";
import type { Due, ListRow } from "./list-row";
import { type RowVerbs, SnitchMenu } from "./snitch-menu";

/** What all rows of a list share. */
export type RowSetting = {
  caseId: string;
  checkInUrl: string;
  now: Date;
  /** Whether the viewer may use bulk actions. */
  mayManage: boolean;
  /** Those that are turned on. */
  columns: ListColumn[];
  verbs: RowVerbs;
};

type SnitchRowProps = {
  row: ListRow;
  setting: RowSetting;
  /** What opened its menu; absent for all rows but one. */
  opening?: Opening | undefined;
  openMenu: (token: string, opening: Opening) => void;
};

/** A snitch in the list. Its classes are in `app/components.css`. It has no state, because a page has 50 of them. */
export function SnitchRow({ row, setting, opening, openMenu }: SnitchRowProps) {
  const { token, name, due, cause, checkInKey = token } = row;
  const { caseId, checkInUrl, now, mayManage, columns, verbs } = setting;
  const href = `/${caseId}/snitches/${token}`;
  return (
    <tr data-snitch={token} data-check-in-key={checkInKey}>
      {mayManage && (
        <td className="tick">
          <RowCheckbox
            name="token"
            value={token}
            label={`Select ${name}`}
            data-actions={applicableActions(row).join(" ")}
          />
        </td>
      )}
      <td className="status">
        <StatusBadge status={row.shown ?? row.status} />
        <RunNote news={row.news} now={now} className="note whitespace-nowrap" />
        {row.notices && (
          <Notices notices={row.notices} className="note max-md:max-w-40 max-md:wrap-break-word" />
        )}
      </td>
      <td className="name">
        <Name href={href} row={row} />
        {cause && !row.maintenance ? (
          <span title={cause} className="cause">
            {cause}
          </span>
        ) : (
          <MaintenanceNote active={row.maintenance} now={now} className="block text-xs text-paused" />
        )}
      </td>
      <td className="schedule">
        <span title={titleOfSchedule(row)}>{row.schedule}</span>
      </td>
      <td className="history">
        <HistorySpark spark={row.spark} unit={row.unit} />
      </td>
      {columns.map((column) => (
        <td key={column} className={`took ${column}`}>
          {row[column] ?? <span aria-hidden>–</span>}
        </td>
      ))}
      <td className={cause ? "seen last" : "seen"}>
        {row.seen ? <RowTime at={row.seen} now={now} /> : <span>Never</span>}
      </td>
      <td className="due">{due ? <RowTime {...due} now={now} /> : <span aria-hidden>–</span>}</td>
      <td className="more">
        {opening ? (
          <SnitchMenu
            opening={opening}
            trigger={<MenuButton name={name} />}
            href={href}
            row={row}
            mayManage={mayManage}
            checkInUrl={checkInKey && `${checkInUrl}/${checkInKey}`}
            verbs={verbs}
          />
        ) : (
          <MenuButton name={name} {...opensMenu((how) => openMenu(token, how))} />
        )}
      </td>
    </tr>
  );
}

/** Up to this length, names and schedules fit into their lines at every width. */
const MAX_UNCUT_CHARACTERS = 14;

const ifCut = (text: string) => (text.length > MAX_UNCUT_CHARACTERS ? text : undefined);

const titleOfSchedule = ({ schedule, formatSchedule }: ListRow) => formatSchedule ?? ifCut(schedule);

/** How many tags are seen in a row, and of each how many letters; `app/components.css` knows both too. For screen readers all are there. */
const TAGS_SEEN = 2;
const TAG_LETTERS_SEEN = 16;
/** Up to this length, a tag fits at every width. */
const MAX_UNCUT_TAG = 9;

/** What a name and its tags take, in the width of a letter. Beyond this the tags become a number, except on a large screen. */
const MAX_LETTERS = 46;
const LETTERS_AROUND_TAG = 3;

const isCrowded = (name: string, tags: string[]) =>
  tags.length > 0 &&
  tags
    .slice(0, TAGS_SEEN)
    .reduce((sum, tag) => sum + Math.min(tag.length, TAG_LETTERS_SEEN) + LETTERS_AROUND_TAG, name.length) >
    MAX_LETTERS;

const Name = ({ href, row: { name, tags } }: { href: string; row: ListRow }) => (
  <span className={isCrowded(name, tags) ? "crowded" : undefined}>
    <Link href={href} title={ifCut(name)}>
      <bdi>{name}</bdi>
    </Link>
    {tags.map((tag) => (
      <span key={tag} title={tag.length > MAX_UNCUT_TAG ? tag : undefined} className="tag">
        {tag}
      </span>
    ))}
    {tags.length > TAGS_SEEN && (
      <span aria-hidden title={tags.join(", ")} className="tag rest">
        {`+${tags.length - TAGS_SEEN}`}
      </span>
    )}
    {isCrowded(name, tags) && (
      <span aria-hidden title={tags.join(", ")} className="tag all">
        {`+${tags.length}`}
      </span>
    )}
  </span>
);

const MenuButton = ({ name, ...button }: { name: string } & React.ComponentProps<"button">) => (
  <button {...button} type="button" aria-label={`Actions for ${name}`} />
);

/** Links are the only Tab stops of a row. */
function RowTime({ at: atMs, now, late }: Due & { now: Date }) {
  const at = new Date(atMs);
  const isBrief = late && now.getTime() - atMs < MINUTE_MS;
  return (
    <time dateTime={at.toISOString()}>{isBrief ? "< 1 min late" : relativeText(at, now, late ?? false)}</time>
  );
}
