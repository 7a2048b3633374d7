import { statusRoute } from "@/lib/pages/answer-page";
import { answerFeed } from "@/lib/pages/feeds/answer-feed";

export const GET = statusRoute((request, { slug }, now) => answerFeed(request, slug, now));
