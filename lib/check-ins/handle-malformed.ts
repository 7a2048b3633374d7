import type { LenientRequest } from "@/lib/http/lenient-parser";
import type { TextResponse } from "@/lib/http/text-response";
import { handleCheckIn } from "./handle";

/** Handles a request that violates HTTP's grammar, for example with an unencoded “é”. Its job ran, so the check-in counts. */
export const handleMalformedCheckIn = (
  { method, url, headers, body }: LenientRequest,
  peer: string,
  at: Date,
): Promise<TextResponse> =>
  handleCheckIn(
    {
      method,
      url,
      contentType: headers["content-type"] ?? "",
      userAgent: headers["user-agent"] ?? "",
      peer,
      forwardedFor: headers["x-forwarded-for"] ?? "",
      body: () => body,
    },
    at,
  );
