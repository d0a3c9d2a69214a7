import pino from 'pino';

export type Log = pino.Logger;

/** One line of JSON per happening. Secrets never reach it: fields with these names are cut out wherever they stand. */
export function createLog(level: string): Log {
  const secret = [
    'password',
    'raw_password',
    'imap_password',
    'smtp_password',
    'token',
    'authorization',
    'cookie',
    'key',
    'pass',
  ];
  // An error of Redis names the command that failed: that of AUTH holds its password.
  const paths = [...secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), '*.command.args'];
  return pino({
    level,
    base: undefined,
    redact: { paths, censor: '[secret]' },
  });
}
