import { parentPort, workerData } from 'node:worker_threads';
import { cleanReply } from './clean-reply.ts';

parentPort?.postMessage(cleanReply(String(workerData)));
