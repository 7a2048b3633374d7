/** The names of the boxes for tags begin so. */
export const TAG_BOX = "tag:";
