// Some clients accept only a host, without a path.
export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/opsgenie/[[...path]]/route";
