/**
 * Places where a test may end the process as kill -9 would, by `PARLEY_FAILPOINT=name` (or `name@3`: the third time).
 * Without the variable it does nothing.
 */
const [wanted, nth = '1'] = (process.env.PARLEY_FAILPOINT ?? '').split('@');
let passed = 0;

export async function failpoint(name: string): Promise<void> {
  if (name !== wanted) return;
  passed++;
  if (passed < Number(nth)) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}
