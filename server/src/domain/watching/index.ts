export { keepWatchers, leaveWatchers } from './keep-watchers.ts';
export { moveWatcher, noteVisitors, removeWatcher, type VisitorThere } from './move-watcher.ts';
export { readWatched, type Watched } from './read-watched.ts';
