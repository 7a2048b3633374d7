import { parentPort, workerData } from "node:worker_threads";
import { planUploaded } from "./plan-uploaded";

parentPort?.postMessage(planUploaded(workerData));
