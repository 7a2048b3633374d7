import { type AlertDetails, factsOf } from "./alert-facts";
import { type Rendered, renderLetter } from "./content";

/** The mail about an alert. */
export const renderAlert = (details: AlertDetails): Promise<Rendered> => renderLetter(factsOf(details));
