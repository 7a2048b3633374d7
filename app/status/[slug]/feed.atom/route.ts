import { partRoute } from "@/lib/status-pages/answer-page";
import { serveFeed } from "@/lib/status-pages/feeds/serve-feed";

export const GET = partRoute(serveFeed);
