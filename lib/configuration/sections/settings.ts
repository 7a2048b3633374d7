import { z } from "zod";
import { CASE_SETTINGS } from "@/lib/cases/settings";
import { type AttributesOf, applyInput, attributesOf, defaultsOf, inputsOf } from "@/lib/platform/setting";
import { isFields, listProblems, unknownNames, withoutDefaults } from "../file-input";
import { LIST } from "../list";
import type { Entry, Keyed, Section } from "../section";

/** The settings of the case itself. */
type CaseSettings = AttributesOf<typeof CASE_SETTINGS>;

const input = z.object(inputsOf(CASE_SETTINGS));

/** What a case stores of the settings of a file. What the file leaves out has its default. */
export const caseColumns = (settings: z.input<typeof input>) =>
  applyInput(CASE_SETTINGS, input.parse(settings), defaultsOf(CASE_SETTINGS));

const DEFAULTS: CaseSettings = attributesOf(CASE_SETTINGS, defaultsOf(CASE_SETTINGS));

export const settings: Section<Entry<CaseSettings>, Keyed<CaseSettings>> = {
  ...LIST,
  resource: "settings",
  body: z.looseObject({}),
  defaults: DEFAULTS,
  title: () => "",
  parse: (value, path) => {
    if (!isFields(value)) return { value: null, problems: [{ path, message: "must be a map" }] };
    const unknown = unknownNames(value, Object.keys(input.shape), path, "a case");
    const { error } = input.safeParse(value);
    if (error) return { value: null, problems: [...unknown, ...listProblems(error, path)] };
    const attributes = attributesOf(CASE_SETTINGS, caseColumns(value));
    return { value: [{ key: "", index: 0, attributes }], problems: unknown };
  },
  write: ([{ attributes } = { attributes: DEFAULTS }]) => ({
    ...withoutDefaults(attributes, DEFAULTS),
    // Null settings are left out.
    ...(attributes.hints.length > 0 && {
      hints: attributes.hints.map((hint) =>
        Object.fromEntries(Object.entries(hint).filter(([, value]) => value !== null)),
      ),
    }),
  }),
  findProblems: () => [],
};
