/** The field of a step’s time: `afterAttribute` of the only step of a form. */
export const AFTER = "after_0";
