/** A schedule that cannot be used. The message is a sentence for the person who wrote it, and says what to do. */
export class ScheduleError extends Error {
  readonly attribute: "schedule" | "timezone" | "grace" | "early" | "active";

  constructor(message: string, attribute: ScheduleError["attribute"] = "schedule") {
    super(message);
    this.name = "ScheduleError";
    this.attribute = attribute;
  }
}
