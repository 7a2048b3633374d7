/** The SQL that writes a time as JSON does, in UTC with milliseconds. */
export const asIso = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
