import { spawn } from 'node:child_process';
import path from 'node:path';

export type Load = {
  url: string;
  body: string;
  cookie?: string;
  connections: number;
  seconds: number /** Answered in turn, where the body says `{ticket}`. */;
  tickets?: readonly number[];
};
export type Measured = { perSecond: number; p50: number; p99: number; failed: number };

/** Drives one address as hard as it goes, from a process of its own. Times in milliseconds. */
export async function drive(load: Load): Promise<Measured> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'load-program.ts'), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return JSON.parse(text);
}
