/** The names of the boxes for tags and snitches begin so. */
export const TAG_BOX = "tag:";
export const SNITCH_BOX = "snitch:";
