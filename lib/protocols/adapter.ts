import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";

/**
 * Answers requests of one protocol in its own words. The path is without the query and not decoded. An adapter answers every
 * request that reaches it, also a bad one, and throws only for faults of ours.
 */
export type Adapter = (request: CheckInRequest, path: string, at: Date) => Promise<TextResponse>;
