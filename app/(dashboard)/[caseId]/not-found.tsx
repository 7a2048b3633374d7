export { default, metadata } from "@/app/not-found-page";
