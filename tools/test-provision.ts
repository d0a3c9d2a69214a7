import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** A program that some test needs, and the Debian package that brings it. */
export type Need = { file: string; package: string; for: string };

/** Everything the whole suite needs beyond Node and npm. */
export const needs = {
  postgres15: [
    { file: '/usr/lib/postgresql/15/bin/postgres', package: 'postgresql-15', for: 'the API on PostgreSQL 15' },
  ],
  mail: [
    { file: '/usr/sbin/dovecot', package: 'dovecot-imapd', for: 'mail over IMAP' },
    { file: '/usr/lib/dovecot/lmtp', package: 'dovecot-lmtpd', for: 'mail arriving over LMTP' },
    { file: '/usr/sbin/postfix', package: 'postfix', for: 'mail over SMTP' },
    { file: '/usr/bin/openssl', package: 'openssl', for: 'the mail servers’ certificates' },
  ],
  redis: [{ file: '/usr/bin/redis-server', package: 'redis-server', for: 'several processes with Redis' }],
  browser: [
    { file: '/usr/bin/chromium', package: 'chromium', for: 'the browser stories' },
    { file: '/usr/bin/chromium-headless-shell', package: 'chromium-headless-shell', for: 'the browser stories' },
    { file: '/usr/bin/firefox-esr', package: 'firefox-esr', for: 'what Firefox makes of hostile words' },
    { file: '/usr/bin/WebKitWebDriver', package: 'webkit2gtk-driver', for: 'what WebKit makes of hostile words' },
    { file: '/usr/bin/Xvfb', package: 'xvfb', for: 'a screen for WebKit' },
  ],
} satisfies Record<string, Need[]>;
export type NeedName = keyof typeof needs;

type Options = { log?: (line: string) => void; mayInstall?: boolean };

/**
 * Makes sure that the machine has these programs: as root on Debian it installs what is missing through apt, elsewhere
 * it throws an error that names the packages. Daemons are forbidden to start during the installation.
 */
export function provision(wanted: Need[], { log = console.log, mayInstall = canInstall() }: Options = {}): void {
  const missing = wanted.filter((need) => !existsSync(need.file));
  if (missing.length === 0) return;
  const packages = missing.map((need) => need.package);
  if (!mayInstall) throw new Error(wordsForTheMissing(missing));

  log(`installing ${packages.join(', ')}`);
  withDaemonsForbidden(() => {
    apt(['update', '-q']);
    preferPostfixUnconfigured(packages);
    apt(['install', '-q', '-y', '--no-install-recommends', ...packages]);
  });

  const stillMissing = missing.filter((need) => !existsSync(need.file));
  if (stillMissing.length > 0) throw new Error(wordsForTheMissing(stillMissing));
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** What a person without root, or without Debian, has to do. */
function wordsForTheMissing(missing: Need[]): string {
  const lines = missing.map((need) => `  ${need.package}: ${need.file} is missing, needed for ${need.for}`);
  const command = `apt-get install --no-install-recommends ${missing.map((need) => need.package).join(' ')}`;
  return ['The tests need programs that this machine lacks:', ...lines, `On Debian, as root: ${command}`].join('\n');
}

/** Runs `install` while a policy-rc.d tells packages not to start their daemons; one that was already there stays. */
function withDaemonsForbidden(install: () => void): void {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    if (isOurs) rmSync(policy, { force: true });
  }
}

/** The tests bring their own Postfix configuration, so the package need not invent one for this host. */
function preferPostfixUnconfigured(packages: string[]): void {
  if (!packages.includes('postfix')) return;
  const selection = 'postfix postfix/main_mailer_type select No configuration\n';
  const result = spawnSync('debconf-set-selections', { input: selection, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`debconf-set-selections failed: ${result.stderr}`);
}

function apt(args: string[]): void {
  const result = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=600', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return;
  throw new Error(`apt-get ${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
}

/** `node tools/test-provision.ts mail browser` brings those; without names, all. */
function main(names: string[]): void {
  const wanted = Object.entries(needs).filter(([name]) => names.length === 0 || names.includes(name));
  try {
    provision(wanted.flatMap(([, some]) => some));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (import.meta.main) main(process.argv.slice(2));
