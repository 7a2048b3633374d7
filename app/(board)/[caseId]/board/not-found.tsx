export { default, metadata } from "@/app/(dashboard)/not-found-page";
