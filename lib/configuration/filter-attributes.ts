import { z } from "zod";
import type { Filters } from "@/lib/rules/reports/filters";
import { choice, shortText } from "./file-input";

const MAX_KEYWORDS = 1_000;

/** Which requests count, as a file says it. */
export type FileFilters = {
  methods: "" | "POST";
  in_subject: boolean;
  in_body: boolean;
  in_http_body: boolean;
  success_keywords: string;
  failure_keywords: string;
  start_keywords: string;
  fails_by_default: boolean;
};

export const FILTER_DEFAULTS: FileFilters = {
  methods: "",
  in_subject: false,
  in_body: false,
  in_http_body: false,
  success_keywords: "",
  failure_keywords: "",
  start_keywords: "",
  fails_by_default: false,
};

/** The filters of a file. Those that are left out let everything through. */
export const fileFilters = z.strictObject(
  {
    methods: z
      .enum(["", "POST"], { error: "must be POST, or be left out for all methods" })
      .nullish()
      .transform((methods) => methods ?? ""),
    in_subject: choice(false),
    in_body: choice(false),
    in_http_body: choice(false),
    success_keywords: shortText(MAX_KEYWORDS),
    failure_keywords: shortText(MAX_KEYWORDS),
    start_keywords: shortText(MAX_KEYWORDS),
    fails_by_default: choice(false),
  },
  {
    error: ({ code }) =>
      code === "unrecognized_keys" ? `may have ${Object.keys(FILTER_DEFAULTS).join(", ")}` : "must be a map",
  },
);

export const toFilters = (filters: FileFilters): Filters => ({
  methods: filters.methods,
  inSubject: filters.in_subject,
  inBody: filters.in_body,
  inHttpBody: filters.in_http_body,
  successKeywords: filters.success_keywords,
  failureKeywords: filters.failure_keywords,
  startKeywords: filters.start_keywords,
  failsByDefault: filters.fails_by_default,
});

export const toFileFilters = (filters: Filters): FileFilters => ({
  methods: filters.methods,
  in_subject: filters.inSubject,
  in_body: filters.inBody,
  in_http_body: filters.inHttpBody,
  success_keywords: filters.successKeywords,
  failure_keywords: filters.failureKeywords,
  start_keywords: filters.startKeywords,
  fails_by_default: filters.failsByDefault,
});

/** Null for filters that let everything through. */
export const givenFilters = (filters: FileFilters): FileFilters | null =>
  Object.entries(filters).some(([name, value]) => value !== FILTER_DEFAULTS[name as keyof FileFilters])
    ? filters
    : null;
