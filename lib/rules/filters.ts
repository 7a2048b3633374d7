/**
 * Which requests count as check-ins, and what they mean, as Healthchecks has it. Keywords are separated by commas, and a letter
 * matches only itself.
 */
export type Filters = {
  /** “POST”: requests with other methods are ignored. Empty: all methods count. */
  methods: "" | "POST";
  /** Where keywords are looked for. */
  inSubject: boolean;
  inBody: boolean;
  inHttpBody: boolean;
  successKeywords: string;
  failureKeywords: string;
  startKeywords: string;
  /** Without any keyword a request is a failure; otherwise it is ignored. */
  failsByDefault: boolean;
  /** Whether check-ins never end a pause. Absent if they do. */
  manualResume?: boolean;
};
