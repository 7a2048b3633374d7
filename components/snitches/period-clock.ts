const format = (options: Intl.DateTimeFormatOptions) => {
  const intl = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", hourCycle: "h23", ...options });
  return (at: Date) => intl.format(at).replace(/,/g, "");
};
/** “02:04” */
export const clockInUtc = format({ hour: "2-digit", minute: "2-digit" });
/** “Monday” */
export const weekdayInUtc = format({ weekday: "long" });
/** “10 Mar” */
export const dayOfMonthInUtc = format({ day: "numeric", month: "short" });
