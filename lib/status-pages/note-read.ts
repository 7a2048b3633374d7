import { query } from "@/lib/platform/db";

/** Notes that someone reads what is shared: at most once a minute, by whichever process it is. */
export const noteRead = (shareId: string, now: Date) =>
  query(
    "UPDATE shares SET last_read_at = $2 WHERE id = $1 AND (last_read_at IS NULL OR last_read_at < $2::timestamptz - interval '1 minute')",
    [shareId, now],
  );
