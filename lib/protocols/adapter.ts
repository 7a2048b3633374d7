import type { CheckInRequest } from "@/lib/check-ins/handle";
import type { TextResponse } from "@/lib/http/text-response";

/**
 * Responds to one protocol's requests in its own terms. The path is without the query and not decoded. An adapter handles every
 * request it gets, even a malformed one, and throws only for our own faults.
 */
export type Adapter = (request: CheckInRequest, path: string, at: Date) => Promise<TextResponse>;
