import { partRoute, serveLogo } from "@/lib/status-pages/serve-page";

export const GET = partRoute(serveLogo);
