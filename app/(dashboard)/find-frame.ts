import { cache } from "react";
import { findCaseFrame } from "@/lib/cases/frame";

/** What the frame of the pages of a case shows, read once for each request: the page may say some of it, too. */
export const findFrameOnce = cache(findCaseFrame);
