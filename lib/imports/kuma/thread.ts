import { parentPort, workerData } from "node:worker_threads";
import { readKumaFile } from "./read-file";

parentPort?.postMessage(await readKumaFile(workerData));
