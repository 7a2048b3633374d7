export { default, metadata } from "../(dashboard)/not-found-page";
