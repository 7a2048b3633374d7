import { partRoute } from "@/lib/pages/answer-page";
import { serveStatuspage } from "@/lib/pages/feeds/serve-feed";

export const GET = partRoute(serveStatuspage);
