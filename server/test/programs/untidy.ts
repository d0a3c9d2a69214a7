/** Makes garbage, and tells how it was tidied; with `busy` it works on for a while, through several looks. */
import { tidyWhenIdle } from '#platform/tidy-when-idle.ts';

const megabytes = 80;
const isBusy = process.argv.includes('busy');

let kept: object[] | undefined = Array.from({ length: megabytes * 10_000 }, (_, n) => ({ n, text: `garbage ${n}` }));
let turning = isBusy;
const turn = () => {
  const until = performance.now() + 20;
  while (performance.now() < until) kept?.at(0);
  if (turning) setImmediate(turn);
};
if (isBusy) turn();
kept = undefined;
tidyWhenIdle({
  lookMilliseconds: 200,
  onTidied: ({ before, after }) => {
    console.log(`tidied ${turning ? 'while busy' : 'when idle'} ${after < before ? 'less' : 'no less'}`);
    process.exit(0);
  },
});
setInterval(() => {}, 1000);
setTimeout(() => {
  turning = false;
}, 800);
