export { keepWatchers, leaveWatchers, type WatcherThere } from './keep-watchers.ts';
export { findWatchable, moveWatcher, noteVisitors, removeWatcher, type VisitorThere } from './move-watcher.ts';
export { readWatched, type Watched } from './read-watched.ts';
