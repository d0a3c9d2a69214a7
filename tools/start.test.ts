import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive, processesWith } from '#test/rigs/processes.ts';
import { type RunningProgram, watch } from '#test/rigs/run-program.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';

// A clone of Parley in small: its real `tools`, a server that only says that it is ready, and a Vite that only writes
// a page. npm, its install, the processes and the signals are real.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const repository = path.resolve(import.meta.dirname, '..');
const startScript = 'exec node tools/start.js';
const nothingOfOurs = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));

let template: string;
let clone: string;
let programs: RunningProgram[];

beforeAll(() => {
  template = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'));
  fs.cpSync(path.join(repository, 'tools'), path.join(template, 'tools'), { recursive: true });
  write('package.json', {
    ...{ name: 'parley-in-small', private: true, type: 'module', scripts: { start: startScript } },
    dependencies: { node24: 'file:vendor/node24', vite: 'file:vendor/vite' },
  });
  write('vendor/node24/package.json', { name: 'node24', version: '24.0.0', bin: { node: 'node' } });
  fs.symlinkSync(process.execPath, path.join(template, 'vendor/node24/node'));
  write('vendor/vite/package.json', {
    name: 'vite',
    version: '8.0.0',
    type: 'module',
    bin: { vite: 'vite.js' },
    main: 'index.js',
  });
  write('vendor/vite/vite.js', viteInSmall);
  write('vendor/vite/index.js', "export const build = async () => ({ output: [{ code: '' }] });\n");
  write('tools/draw-sign-in.ts', '// nothing to draw here');
  write('tools/build-pdf.js', "import fs from 'node:fs';\nfs.mkdirSync(process.argv[2]);\n");
  write('web/index.html', '<title>Parley</title>');
  write('contract/tickets.ts', '// the words between server and desk');
  write('server/src/main.ts', serverInSmall);
  npm(['install', '--package-lock-only', '--offline']);
});

beforeEach(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-clone-'));
  fs.cpSync(template, clone, { recursive: true, verbatimSymlinks: true });
  programs = [];
});

afterEach(async () => {
  for (const program of programs) program.child.kill('SIGKILL');
  await waitUntil(() => processesWith(clone).length === 0, { what: 'the processes of the clone to end' });
  fs.rmSync(clone, { recursive: true, force: true });
});

afterAll(() => fs.rmSync(template, { recursive: true, force: true }));

const viteInSmall = `#!/usr/bin/env node
import fs from 'node:fs';
const out = process.argv[process.argv.indexOf('--outDir') + 1];
fs.mkdirSync(out + '/assets', { recursive: true });
if (process.argv.includes('--ssr')) process.exit();
fs.appendFileSync('builds', process.argv[1] + ' ' + process.version + '\\n');
if (fs.existsSync('web/broken.ts')) throw new Error('web/broken.ts is broken');
if (fs.existsSync('web/slow.ts')) await new Promise(() => setInterval(() => {}, 1000));
fs.writeFileSync(out + '/index.html', 'built');
`;

const serverInSmall = `
import { onShutdown, runUntilStopped } from '${repository}/server/src/platform/shutdown.ts';
const args: string[] = process.argv.slice(2);
if (args.includes('--fail')) process.exit(3);
await runUntilStopped(async () => {
  onShutdown('everything', () => console.log('drained'));
  setInterval(() => {}, 1000);
  console.log('ready', process.pid, process.version, process.env.COLOUR, ...args);
}, { log: console.log });
`;

function write(file: string, content: string | object): void {
  fs.mkdirSync(path.dirname(path.join(template, file)), { recursive: true });
  fs.writeFileSync(path.join(template, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** The environment of a person in a terminal, whatever npm put into ours; the clone's path tells its processes apart. */
function environment() {
  return {
    PATH: nothingOfOurs.join(':'),
    HOME: os.homedir(),
    CLONE: clone,
    COLOUR: 'blue',
    npm_config_update_notifier: 'false',
  };
}

function npm(args: string[]): void {
  const answer = spawnSync('npm', args, { cwd: template, env: environment(), encoding: 'utf8' });
  if (answer.status !== 0) throw new Error(answer.stderr);
}

function npmStart(...args: string[]): RunningProgram {
  const program = watch(spawn('npm', ['start', '--', ...args], { cwd: clone, env: environment(), stdio: 'pipe' }));
  programs.push(program);
  return program;
}

const installs = (program: RunningProgram) => program.output().includes('installing packages');
const builds = () =>
  fs.existsSync(path.join(clone, 'builds')) ? read('builds').split('\n').filter(Boolean).length : 0;
const read = (file: string) => fs.readFileSync(path.join(clone, file), 'utf8');

/** npm, the starter and the server, as soon as the server is ready. */
async function family(npmProcess: RunningProgram) {
  const server = Number((await npmProcess.line('ready ')).split(' ')[1]);
  return { npm: npmProcess.pid, starter: parentOf(server), server };
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

describe('npm start', () => {
  it('is the script that these tests try', () => {
    const { scripts } = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8'));
    // Without `exec` some shells stay between npm and the starter, and die of the signals that npm passes on.
    expect(scripts.start).toBe(startScript);
  });

  it('installs, builds and serves in a fresh clone, with the Node that npm brought, then ends with 0', async () => {
    const first = npmStart('--demo');
    const ready = await first.line('ready ');
    expect(ready.split(' ').slice(2)).toEqual([process.version, 'blue', '--demo']);
    expect(first.output()).toMatch(/parley: installing packages.*parley: building the web app/s);
    expect(read('.build/web/index.html')).toBe('built');
    expect(read('builds')).toContain(process.version);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe('exit 0');
    expect(first.output()).toContain('drained');

    const second = npmStart();
    await second.line('ready ');
    expect(installs(second)).toBe(false);
    expect(builds()).toBe(1);
    second.child.kill('SIGINT');
    expect(await second.ended).toBe('exit 0');
  });

  it('installs and builds again when something has changed, and only then', async () => {
    const start = async () => {
      const program = npmStart();
      await program.line('ready ');
      program.child.kill('SIGTERM');
      await program.ended;
      return program;
    };
    await start();
    fs.appendFileSync(path.join(clone, 'contract/tickets.ts'), '\n// one more word');
    expect(installs(await start())).toBe(false);
    expect(builds()).toBe(2);
    fs.writeFileSync(path.join(clone, 'web/page.test.ts'), '// a test changes nothing');
    await start();
    expect(builds()).toBe(2);
    const lock = JSON.parse(read('package-lock.json'));
    lock.packages['vendor/vite'].version = '8.0.1';
    fs.writeFileSync(path.join(clone, 'package-lock.json'), JSON.stringify(lock));
    fs.writeFileSync(
      path.join(clone, 'vendor/vite/package.json'),
      read('vendor/vite/package.json').replace('8.0.0', '8.0.1'),
    );
    expect(installs(await start())).toBe(true);
    expect(builds()).toBe(3);
  });

  it('ends with the server’s exit code', async () => {
    expect(await npmStart('--fail').ended).toBe('exit 3');
  });

  it('says that the build failed and does not serve an old one', async () => {
    fs.writeFileSync(path.join(clone, 'web/broken.ts'), '');
    const program = npmStart();
    expect(await program.ended).toBe('exit 1');
    expect(program.output()).toContain('The web app could not be built');
    expect(program.output()).not.toContain('ready');
  });

  it('prepares a fresh clone once, although two start at once', async () => {
    const both = [npmStart(), npmStart()];
    await Promise.all(both.map((program) => program.line('ready ')));
    expect(both.filter(installs)).toHaveLength(1);
    expect(builds()).toBe(1);
    for (const program of both) program.child.kill('SIGTERM');
    expect(await Promise.all(both.map((program) => program.ended))).toEqual(['exit 0', 'exit 0']);
  });

  it('says in words that Node is too old', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`;
    const start = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, 'tools/start.js'];
    const answer = spawnSync(process.execPath, start, { cwd: clone, encoding: 'utf8' });
    expect(answer.status).toBe(1);
    expect(answer.stderr).toBe('Parley needs Node 20 or later to start, and this is 18.20.4.\n');
  });
});

describe('F1 kill -9', () => {
  it.each(['npm', 'starter', 'server'] as const)(
    'of %s leaves no process behind, and the next start works',
    async (victim) => {
      const program = npmStart();
      const all = await family(program);
      process.kill(all[victim], 'SIGKILL');
      await waitUntil(() => Object.values(all).every((pid) => !isAlive(pid)), { what: 'all three to end' });
      if (victim !== 'server') await waitUntil(() => program.output().includes('drained'));

      const next = npmStart();
      await next.line('ready ');
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe('exit 0');
    },
  );

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'or SIGTERM while it builds ends the build, and the next start builds: %s',
    async (signal) => {
      fs.writeFileSync(path.join(clone, 'web/slow.ts'), '');
      const program = npmStart();
      await waitUntil(() => builds() === 1, { what: 'the build to begin' });
      const [builder = 0] = processesWith(path.join(clone, '.build/web.new'));
      expect(builder).toBeGreaterThan(0);
      const starter = parentOf(builder);
      process.kill(starter, signal);
      expect(await program.ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 'exit 143');
      await waitUntil(() => !isAlive(builder), { what: 'the build to end' });

      fs.rmSync(path.join(clone, 'web/slow.ts'));
      const next = npmStart();
      await next.line('ready ');
      expect(builds()).toBe(2);
      next.child.kill('SIGTERM');
      expect(await next.ended).toBe('exit 0');
    },
  );
});
