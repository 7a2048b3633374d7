export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/check-in-methods";
