import type { Metadata } from "next";
import { NothingHere } from "@/components/nothing-here";

export const metadata: Metadata = { title: "Not found" };

/** A 404 inside a layout, which keeps the shell. */
export default NothingHere;
