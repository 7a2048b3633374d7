import initSqlJs from "sql.js";

const MONITOR_COLUMNS = `
  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(150), active BOOLEAN default 1 not null,
  user_id INTEGER, interval INTEGER default 20 not null, url TEXT, type VARCHAR(20), weight INTEGER default 2000,
  hostname VARCHAR(255), port INTEGER, created_date DATETIME default (DATETIME('now')) not null, keyword VARCHAR(255),
  maxretries INTEGER NOT NULL DEFAULT 0, ignore_tls BOOLEAN default 0 not null, upside_down BOOLEAN default 0 not null,
  maxredirects INTEGER default 10 not null, accepted_statuscodes_json TEXT default '["200-299"]' not null,
  retry_interval INTEGER default 0 not null, push_token VARCHAR(20) DEFAULT NULL, method TEXT default 'GET' not null`;

const COMMON = `
  CREATE TABLE notification (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(255), config VARCHAR(255),
    active BOOLEAN default 1 not null, user_id INTEGER not null, is_default BOOLEAN default 0 NOT NULL);
  CREATE TABLE monitor_notification (id INTEGER PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, notification_id INTEGER NOT NULL);
  CREATE TABLE tag (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(255) NOT NULL, color VARCHAR(255) NOT NULL,
    created_date DATETIME DEFAULT (DATETIME('now')) NOT NULL);
  CREATE TABLE monitor_tag (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, monitor_id INTEGER NOT NULL, tag_id INTEGER NOT NULL, value TEXT);`;

/** The tables of the versions of Uptime Kuma: the second added columns of the table of monitors. */
const SCHEMAS = {
  1: `CREATE TABLE [monitor] (${MONITOR_COLUMNS}); ${COMMON}`,
  2: `CREATE TABLE monitor (${MONITOR_COLUMNS}, description TEXT default null, parent INTEGER null default null, timeout DOUBLE,
        conditions TEXT default '[]' not null); ${COMMON}`,
};

/** The bytes of a `kuma.db` of this version, in which these statements ran. */
export async function aKumaDatabase(version: 1 | 2, statements: string): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(SCHEMAS[version]);
  database.run(statements);
  const bytes = database.export();
  database.close();
  // Uptime Kuma writes with a write-ahead log, which the header says.
  bytes.set([2, 2], 18);
  return bytes;
}

/** A SQLite database in which these statements ran. */
export async function aSqliteDatabase(statements: string): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(statements);
  return database.export();
}

/** A small `kuma.db` whose table of monitors has 1,950 columns that were added later: each of the rows has their values, in no byte. */
export function aDatabaseOfAddedColumns(rows: number): Promise<Uint8Array> {
  const columns = Array.from({ length: 1_950 }, (_, i) => `c${i} REAL DEFAULT 1.5`);
  // As ALTER TABLE would do it, in one step.
  return aKumaDatabase(
    2,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO monitor (id, name, type, interval) SELECT i, 'm', 'http', 60 FROM n;
     PRAGMA writable_schema = ON;
     UPDATE sqlite_master SET sql = substr(sql, 1, length(sql) - 1) || ', ${columns.join(", ")})' WHERE name = 'monitor'`,
  );
}

const PAGE_BYTES = 4_096;
/** In the header. */
const PAGE_COUNT = 28;

/** A `kuma.db` in which the long names of six monitors are the same bytes. */
export async function aDatabaseOfSharedBytes(): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(`${COMMON} CREATE TABLE monitor (id INTEGER PRIMARY KEY, interval INTEGER, name TEXT);
    WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 6)
    INSERT INTO monitor SELECT id, 60, printf('%.98700c', 'x') FROM n`);
  const [root] = database.exec("SELECT rootpage FROM sqlite_master WHERE name = 'monitor'");
  const from = (Number(root?.values[0]?.[0]) - 1) * PAGE_BYTES;
  const bytes = Buffer.from(database.export());
  // The beginnings of the rows fill their page from its end; each ends with the number of the page where it goes on.
  const page = bytes.subarray(from, from + PAGE_BYTES);
  const readRowEnd = (row: number) => (row === 0 ? PAGE_BYTES : page.readUInt16BE(6 + 2 * row)) - 4;
  const [first = 0, second = 0] = [0, 1].map((row) => page.readUInt32BE(readRowEnd(row)));
  for (let row = 1; row < 6; row += 1) page.writeUInt32BE(first, readRowEnd(row));
  bytes.writeUInt32BE(second - 1, PAGE_COUNT);
  return bytes.subarray(0, (second - 1) * PAGE_BYTES);
}

export const PUSH_TOKEN = "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z";

/** What both versions have: push monitors, another monitor, tags and notifications. */
export const KUMA_ROWS = `
  INSERT INTO monitor (id, name, type, interval, maxretries, retry_interval, push_token, active) VALUES
    (1, 'Backup', 'push', 3600, 2, 300, '${PUSH_TOKEN}', 1),
    (2, 'Sync', 'push', 20, 0, 20, 'x9Yz8Wv7Ut', 0),
    (3, 'Homepage', 'http', 60, 0, 60, NULL, 1);
  INSERT INTO tag (id, name, color) VALUES (1, 'prod', '#DC2626'), (2, 'host', '#059669');
  INSERT INTO monitor_tag (monitor_id, tag_id, value) VALUES (1, 1, ''), (1, 2, 'db1'), (3, 1, '');
  INSERT INTO notification (id, name, active, user_id, config) VALUES
    (1, 'Team', 1, 1, '{"type":"slack","name":"Team","slackwebhookURL":"https://hooks.slack.com/services/T000/B000/S3cr3tT4il"}'),
    (2, 'Phone', 1, 1, '{"type":"ntfy","ntfyserverurl":"https://ntfy.sh","ntfytopic":"jobs-7f3","ntfyAuthenticationMethod":"none","ntfyPriority":5}'),
    (3, 'Mail', 1, 1, '{"type":"smtp","smtpTo":"ops@example.com"}'),
    (4, 'Old', 0, 1, '{"type":"discord","discordWebhookUrl":"https://discord.com/api/webhooks/1/x"}'),
    (5, 'Cat', 1, 1, '{"type":"line","lineChannelAccessToken":"x"}'),
    (6, 'Chat', 1, 1, '{"type":"slack","slackwebhookURL":"https://mattermost.example.com/hooks/1"}');
  INSERT INTO monitor_notification (monitor_id, notification_id) VALUES (1, 1), (1, 3), (3, 2);`;
