import { playwrightCounts, vitestCounts, vitestFailures } from './test-counts.ts';
import type { NeedName } from './test-provision.ts';
import type { Step } from './test-step.ts';

export const parts = ['check', 'unit', 'api', 'mail', 'e2e'] as const;
export type Part = (typeof parts)[number];
export const isPart = (text: string): text is Part => (parts as readonly string[]).includes(text);

/** Where the test runners leave their reports. */
export const reportFolder = '.build/test-reports';

/**
 * Where the machine lets programs ask for large pages (Linux, `madvise`), Node and PostgreSQL take their memory in such: a
 * third fewer page faults, which are a tenth of all work on a virtual machine. Elsewhere it means nothing.
 */
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

const colors = process.stdout.isTTY ? 'force' : 'off';

const checks: Step[] = [
  { title: 'types: server, tools and tests', command: ['tsc', '-p', 'server'] },
  { title: 'types: web', command: ['tsc', '-p', 'web'] },
  { title: 'types: widget', command: ['tsc', '-p', 'widget'] },
  { title: 'types: contract', command: ['tsc', '-p', 'contract'] },
  {
    title: 'format and lint (biome)',
    command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=200', `--colors=${colors}`],
  },
  { title: 'lint with types (oxlint)', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { title: 'nothing unused (knip)', command: ['knip', '--no-progress'] },
  { title: 'import borders', command: ['node', 'tools/check-borders.ts'] },
  { title: 'package-lock.json', command: ['node', 'tools/prune-lock.js', '--check'] },
];

const schema: Step = { title: 'server/schema.sql', command: ['node', 'tools/check-schema.ts'] };
/** Leaves what it has compiled, and a database, to all servers that tests will start. */
const serverStarts: Step = {
  title: 'the server starts',
  command: [
    'node',
    '--input-type=module',
    '--eval',
    "await (await import('./server/test/rigs/parley-server.ts')).whatFirstStartLeaves()",
  ],
};
const webBuild: Step = { title: 'the web app builds, and is light', command: ['node', 'tools/test-build.js'] };

const vitestProjects: Partial<Record<Part, string[]>> = {
  unit: ['unit'],
  api: ['api-embedded*', 'api-postgres15*'],
  mail: ['mail'],
};

const needsOf: Partial<Record<Part, readonly NeedName[]>> = {
  api: ['postgres15'],
  mail: ['mail', 'redis'],
  e2e: ['mail', 'browser'],
};

/**
 * The light steps may run side by side, with the one that brings `programs` the machine lacks, where they are not in one
 * list: those follow one another. Each heavy step has the machine to itself, and what it needs.
 */
export function stepsOf(wanted: Part[]): { programs: Step[]; light: Step[][]; heavy: Step[] } {
  const needed = new Set(wanted.flatMap((part) => needsOf[part] ?? []));
  const programs = needed.size > 0 ? [programsStep([...needed])] : [];
  // A server does not start without its desk. What takes longest is begun first.
  const light = [wanted.some((part) => part !== 'check') ? [webBuild, serverStarts] : [webBuild]];
  if (wanted.includes('check')) light.push(...checks.map((step) => [step]));
  if (wanted.includes('api')) light.push([schema]);
  const heavy: Step[] = [];
  const projects = wanted.flatMap((part) => vitestProjects[part] ?? []);
  if (projects.length > 0) heavy.push(vitestStep(projects));
  if (wanted.includes('e2e')) heavy.push(playwrightStep());
  return { programs, light, heavy };
}

function programsStep(needed: NeedName[]): Step {
  return { title: 'programs of the machine', command: ['node', 'tools/test-provision.ts', ...needed] };
}

function vitestStep(projects: string[], files: string[] = []): Step {
  const report = `${reportFolder}/vitest${files.length > 0 ? '-again' : ''}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--silent=passed-only'];
  return {
    title: `tests: ${projects.join(', ')}`,
    command: ['vitest', 'run', ...projects.flatMap((name) => ['--project', name]), ...reporters, ...files],
    env: largePages,
    counts: () => vitestCounts(report),
    again: () => {
      const { names, files: failed } = vitestFailures(report);
      return failed.length > 0 ? { names, files: failed, step: vitestStep(projects, failed) } : null;
    },
  };
}

function playwrightStep(): Step {
  const report = `${reportFolder}/playwright.json`;
  return {
    title: 'tests: browser stories',
    // What fails is told once more, with a trace: keeping one of each story costs a fifth of the time.
    command: ['playwright', 'test', '--reporter=line,json', '--retries=1', '--trace=on-first-retry'],
    env: { ...largePages, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    counts: () => playwrightCounts(report),
  };
}
