import { isBuiltin } from 'node:module';

/**
 * The import law: platform <- domain <- flows; http and channels are walls; contract is known by all and knows none;
 * browser code never sees server code; a web feature never imports a sibling. The ways in (domain/accounts) know the
 * people, never the other way. The files of server/src itself (app.ts and what it is made of) build the house, so they
 * know all rooms and none knows them. The demo moves into the rooms, and only the builders know it.
 */

/** Which rooms each room may import from; itself is always among them. */
const mayImport = {
  contract: ['contract'],
  platform: ['platform', 'contract'],
  domain: ['domain', 'platform', 'contract'],
  http: ['http', 'domain', 'platform', 'contract'],
  channels: ['channels', 'platform', 'contract'],
  flows: ['flows', 'domain', 'channels', 'platform', 'contract'],
  settings: ['settings', 'platform', 'contract'],
  demo: ['demo', 'flows', 'channels', 'domain', 'platform', 'contract'],
  builder: ['builder', 'settings', 'demo', 'http', 'flows', 'channels', 'domain', 'platform', 'contract'],
  web: ['web', 'contract'],
  widget: ['widget', 'contract'],
} as const satisfies Record<string, readonly string[]>;

type Room = keyof typeof mayImport | 'tests' | 'nowhere';

/**
 * Says why `file` must not import `target` (undefined for a package, whose name is `specifier`), and what to do; undefined
 * when it may. All paths are from the root on.
 */
export function judge(file: string, target: string | undefined, specifier: string): string | undefined {
  const from = roomOf(file);
  if (from === 'tests') return undefined;
  if (from === 'nowhere') return 'no such room: put the file where ARCHITECTURE.md has a place for it';
  if (target === undefined) return judgePackage(from, specifier);

  const to = roomOf(target);
  if (to === 'tests') return `${from} imports test code: move what both need out of the tests`;
  const allowed: readonly Room[] = mayImport[from];
  if (!allowed.includes(to)) return `${from} imports ${wordsFor(to, target)}: it may import ${allowed.join(', ')}`;
  return from === to ? judgeNeighbours(from, file, target) : undefined;
}

function roomOf(file: string): Room {
  if (/\.test\.tsx?$/.test(file)) return 'tests';
  if (/^(server\/test|e2e|bench|tools)\/|^[^/]+\.config\.ts$/.test(file)) return 'tests';
  if (file === 'server/src/config.ts') return 'settings';
  if (/^server\/src\/[^/]+\.ts$/.test(file)) return 'builder';
  const rooms = /^(?:server\/src\/(platform|domain|http|channels|flows|demo)|(contract|web|widget))\//;
  const [, ofServer, other] = rooms.exec(file) ?? [];
  return (ofServer ?? other ?? 'nowhere') as Room;
}

function wordsFor(room: Room, target: string): string {
  if (room === 'nowhere') return `${target}, which is in no room`;
  if (room === 'settings') return `${target}, which only app.ts and its like read (pass what is needed as an argument)`;
  return `${room} (${target})`;
}

function judgePackage(from: Room, specifier: string): string | undefined {
  if (from === 'contract' && specifier !== 'zod') return `contract imports ${specifier}: it may import nothing but zod`;
  if ((from === 'web' || from === 'widget') && isBuiltin(specifier)) {
    return `${from} imports ${specifier}, which no browser has`;
  }
  return undefined;
}

/** What a room says about its own parts: nouns, channels, features. */
function judgeNeighbours(room: Room, file: string, target: string): string | undefined {
  const [own, other] = [partOf(room, file), partOf(room, target)];
  if (other === undefined || own === other) return undefined;
  if (room === 'domain' && own === 'people' && other === 'accounts') {
    return 'people imports accounts: who works where must not depend on how they get in; move what both need to people';
  }
  if (room === 'domain' && target !== `server/src/domain/${other}/index.ts`) {
    return `${own ?? 'domain'} imports from inside ${other}: export it from domain/${other}/index.ts and import that`;
  }
  if (room === 'channels') {
    return `the channel ${own ?? 'port'} imports the channel ${other}: move what both need to the port or to platform`;
  }
  if (room === 'web' && own !== undefined) {
    return `the feature ${own} imports its sibling ${other}: let a page compose both, or move what both need to web/src/ui`;
  }
  return undefined;
}

function partOf(room: Room, file: string): string | undefined {
  const places: Partial<Record<Room, RegExp>> = {
    domain: /^server\/src\/domain\/([^/]+)\//,
    channels: /^server\/src\/channels\/([^/]+)\//,
    web: /^web\/src\/features\/([^/]+)/,
  };
  return places[room]?.exec(file)?.[1];
}
