import { partRoute } from "@/lib/status-pages/answer-page";
import { serveStatuspage } from "@/lib/status-pages/feeds/serve-feed";

export const GET = partRoute(serveStatuspage);
