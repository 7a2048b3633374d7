import type { AlertDetails } from "./alert-details";
import { factsOf } from "./alert-facts";
import { type Rendered, renderContent } from "./render";

/** The mail about an alert. */
export const renderAlert = (details: AlertDetails): Promise<Rendered> => renderContent(factsOf(details));
