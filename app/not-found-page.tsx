import type { Metadata } from "next";
import { currentUser } from "@/app/sign-in/session";
import { NothingHere } from "@/components/nothing-here";

export const metadata: Metadata = { title: "Not found" };

/** A 404 inside a layout, which keeps the shell. */
export default async function NotFoundPage() {
  return <NothingHere isSignedIn={(await currentUser()) !== null} />;
}
