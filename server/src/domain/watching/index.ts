export { keepWatchers, leaveWatchers } from './keep-watchers.ts';
export { moveWatcher, removeWatcher, seatVisitor } from './move-watcher.ts';
export { readWatched, type Watched } from './read-watched.ts';
