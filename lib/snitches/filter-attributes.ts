import type { Filters } from "@/lib/rules/reports/filters";

export const FILTER_DEFAULTS = {
  methods: "" as "" | "POST",
  in_subject: false,
  in_body: false,
  in_http_body: false,
  success_keywords: "",
  failure_keywords: "",
  start_keywords: "",
  fails_by_default: false,
};

/** Which requests count, as clients and files read it. Forms need it in the browser, so it has no schema: `settings/filters.ts` has. */
export type FilterAttributes = typeof FILTER_DEFAULTS;

export const toFilters = (filters: FilterAttributes): Filters => ({
  methods: filters.methods,
  inSubject: filters.in_subject,
  inBody: filters.in_body,
  inHttpBody: filters.in_http_body,
  successKeywords: filters.success_keywords,
  failureKeywords: filters.failure_keywords,
  startKeywords: filters.start_keywords,
  failsByDefault: filters.fails_by_default,
});

/** Null for filters that let everything through. */
export const usedFilters = (filters: FilterAttributes): FilterAttributes | null =>
  Object.entries(filters).some(([name, value]) => value !== FILTER_DEFAULTS[name as keyof FilterAttributes])
    ? filters
    : null;

/** The filters of a row as clients and files read them. The cast is safe: only this program writes the column. */
export function presentFilters(column: unknown): FilterAttributes | null {
  const filters = column as Filters | null;
  if (!filters) return null;
  return usedFilters({
    methods: filters.methods,
    in_subject: filters.inSubject,
    in_body: filters.inBody,
    in_http_body: filters.inHttpBody,
    success_keywords: filters.successKeywords,
    failure_keywords: filters.failureKeywords,
    start_keywords: filters.startKeywords,
    fails_by_default: filters.failsByDefault,
  });
}

/**
 * The filters to store. Whether check-ins end a pause is not a part of what clients and files say of filters, so it stays as it was
 * `before`.
 */
export function filtersToStore(input: FilterAttributes | null, before: Filters | null): Filters | null {
  if (!before?.manualResume) return input && toFilters(input);
  return { ...toFilters(input ?? FILTER_DEFAULTS), manualResume: true };
}
