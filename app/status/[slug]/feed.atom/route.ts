import { partRoute } from "@/lib/pages/answer-page";
import { serveFeed } from "@/lib/pages/feeds/serve-feed";

export const GET = partRoute(serveFeed);
