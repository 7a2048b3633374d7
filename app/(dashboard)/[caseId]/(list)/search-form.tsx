import { type View, viewFields } from "./filters";
import { SearchField } from "./search-field";

/** The search of the list. Whatever else the view says goes with it. */
export const SearchForm = ({ caseId, view }: { caseId: string; view: View }) => (
  <search className="min-w-36 flex-1 sm:max-w-64 lg:w-50 lg:flex-none">
    <form action={`/${caseId}`}>
      {viewFields({ ...view, search: "" }).map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <SearchField value={view.search} />
    </form>
  </search>
);
