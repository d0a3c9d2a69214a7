import { Problem } from '#platform/problem.ts';

/** Past a limit a command that comes again is answered as the first time: it was counted then, and is done. */
export async function unlessDone(taken: Promise<void>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await taken;
  } catch (error) {
    const isTooMany = error instanceof Problem && error.key === 'too_many_requests';
    if (!isTooMany || !(await isDone())) throw error;
  }
}
