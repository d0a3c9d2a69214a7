/**
 * `npm test`: brings a fresh clone to the point where everything can be checked, and checks it. Without arguments it
 * runs all parts; `npm test -- unit mail` runs some (check, unit, api, mail, e2e).
 *
 * This file and those it imports run on the Node of the machine, 20 or later: plain JavaScript without dependencies.
 */
const nodeMajorMin = 20;

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  console.error(`Parley needs Node ${nodeMajorMin} or later, and this is ${process.versions.node}.`);
  process.exit(1);
}
void import('./test-parley.js').then(({ testParley }) => testParley(process.argv.slice(2)));
