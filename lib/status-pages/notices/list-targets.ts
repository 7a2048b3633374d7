import { query } from "@/lib/platform/db";

/** A page on which a notice can stand, with what it can be about. */
export type NoticeTarget = { slug: string; title: string; components: { id: string; name: string }[] };

/** The status pages of a case by title, drafts last. */
export const listTargets = (caseId: string): Promise<NoticeTarget[]> =>
  query(
    `SELECT p.slug, s.name AS title, coalesce((SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.position)
       FROM page_components c WHERE c.page_id = p.id), '[]') AS components
     FROM pages p JOIN shares s ON s.id = p.id WHERE p.case_id = $1 ORDER BY p.visibility = 'hidden', s.name, p.slug`,
    [caseId],
  );
