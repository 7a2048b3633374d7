import type { Metadata } from "next";
import { NothingHere } from "@/components/nothing-here";
import { currentUser } from "@/lib/auth/session";

export const metadata: Metadata = { title: "Not found" };

/** A 404 inside a layout, which keeps the shell. */
export default async function NotFoundPage() {
  return <NothingHere isSignedIn={(await currentUser()) !== null} />;
}
