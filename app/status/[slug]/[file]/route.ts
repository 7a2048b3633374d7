import { partRoute, serveLogo } from "@/lib/pages/answer-page";

export const GET = partRoute(serveLogo);
