import { partRoute, serveLogo } from "@/lib/status-pages/answer-page";

export const GET = partRoute(serveLogo);
