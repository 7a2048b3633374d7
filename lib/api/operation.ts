import type { z } from "zod";
import type { ErrorType } from "./errors";
import type { EXAMPLES } from "./examples";

export type Operation = {
  id: keyof typeof EXAMPLES;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  title: string;
  description: string;
  /** The schema that parses the body. Absent if the operation reads no body. */
  body?: { schema: z.ZodType; name: string; optional?: boolean };
  /** `schema`: as JSON Schema; text without it. An array is a list with commas. */
  query?: { name: string; description: string; schema?: Record<string, unknown> }[];
  response:
    | "Snitch"
    | "Snitches"
    | "SnitchBySlug"
    | "SnitchesBySlug"
    | "Tags"
    | "Run"
    | "Runs"
    | "Incident"
    | "Incidents"
    | "IncidentNote"
    | "Page"
    | "Pages"
    | "PublicPage"
    | "Badge"
    | "Notice"
    | "PageSubscribers"
    | "Notices"
    | "Badges"
    | "Machines"
    | "Maintenance"
    | "MaintenanceList"
    | "Channel"
    | "Channels"
    | "ChannelTest"
    | "ReplayResult"
    | "ApiKey"
    | "ApiKeys"
    | "CreatedApiKey"
    | "RotatedApiKey"
    | "AuditEvents"
    | "FoundRuns"
    | "Hints"
    | "SentryDsn"
    | "Schedule"
    | "ConfigurationFile"
    | "ConfigurationPlan"
    | "AppliedConfiguration"
    | "Document"
    | null;
  /** The errors besides those that every operation can return. */
  errors: ErrorType[];
  isPublic?: boolean;
  /** Of a public operation, when it answers 404; like all of its errors with a text. */
  absent?: string;
  /** Whether the body or, without one, the response can be YAML, too. */
  isYamlToo?: boolean;
  /** Whether it answers 201 if it created something, and 200 if that was there. */
  creates?: boolean;
};

/** The errors of an operation that reads a body. */
export const BODY_ERRORS: ErrorType[] = ["request_too_large", "resource_invalid"];
