import { notFound } from "next/navigation";

export { metadata } from "@/app/not-found-page";

/** Every address that is not a page. As a page of a case it keeps the shell. */
export default function NoPage() {
  notFound();
}
