/** SQL: whether component `c` of a page represents snitch `s`, or for all that have one of its tags. */
export const STANDS_FOR = "(s.id = c.snitch_id OR s.tags @> ARRAY[c.tag])";
