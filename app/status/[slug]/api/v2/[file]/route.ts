import { statusRoute } from "@/lib/pages/answer-page";
import { answerStatuspage } from "@/lib/pages/feeds/answer-feed";

type Params = { slug: string; file: string };

export const GET = statusRoute<Params>((request, { slug, file }, now) =>
  answerStatuspage(request, slug, file, now),
);
