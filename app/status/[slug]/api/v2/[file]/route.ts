import { serveStatuspage } from "@/lib/status-pages/feeds/serve-feed";
import { partRoute } from "@/lib/status-pages/serve-page";

export const GET = partRoute(serveStatuspage);
