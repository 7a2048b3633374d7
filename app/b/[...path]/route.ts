export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/badge/[...path]/route";
