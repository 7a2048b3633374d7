/** The parts of a request's body that are kept. */
export type ReceivedBody = {
  /** Its first `MAX_BODY_BYTES`, which say what the job reports. */
  head: Buffer;
  /** Its last `OUTPUT_LIMIT` bytes, which are the job's output. They overlap with the head if the body is short. */
  tail: Buffer;
  /** How many bytes arrived. */
  bytes: number;
};

const EMPTY = Buffer.alloc(0);

export const NO_BODY: ReceivedBody = { head: EMPTY, tail: EMPTY, bytes: 0 };
