import { answerLogo, statusRoute } from "@/lib/pages/answer-page";

type Params = { slug: string; file: string };

export const GET = statusRoute<Params>((request, { slug, file }, now) =>
  answerLogo(request, slug, file, now),
);
