/**
 * `npm start`: brings a fresh clone to a running Parley. It installs what is missing, builds the web app when its
 * sources have changed, and runs the server with the Node that npm has installed. Arguments go to the server.
 *
 * This file and those it imports run on the Node of the machine, 20 or later: plain JavaScript without dependencies.
 */
const nodeMajorMin = 20;

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  console.error(`Parley needs Node ${nodeMajorMin} or later to start, and this is ${process.versions.node}.`);
  process.exit(1);
}
if (process.platform !== 'linux' && process.platform !== 'darwin') {
  console.error('Parley runs on Linux and macOS. On Windows, run it inside WSL.');
  process.exit(1);
}
void import('./start-parley.js').then(({ startParley }) => startParley(process.argv.slice(2)));
