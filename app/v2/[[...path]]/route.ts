// For clients that take a host without a folder.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/opsgenie/[[...path]]/route";
