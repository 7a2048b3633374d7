import type { Metadata } from "next";
import { NothingHere } from "@/components/nothing-here";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="content" className="mx-auto max-w-md px-4 pt-[12vh]">
      <NothingHere />
    </main>
  );
}
