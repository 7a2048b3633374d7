/** A refusal in Healthchecks' form: the response is `{"error": message}` with this status. */
export class Rejection extends Error {
  override readonly name = "Rejection";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const noSuchCheck = () => new Rejection(404, "not found");
