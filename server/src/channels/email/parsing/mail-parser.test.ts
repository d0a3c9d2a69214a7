import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMailParser, type MailParser, type MailParserOptions, type ParseOutcome } from './mail-parser.ts';
import { parseMail } from './parse-mail.ts';
import { aFile, aMail, aMailOf, aMultipart, aPart, png } from './samples/build-mail.ts';

vi.setConfig({ testTimeout: 60_000 });

const faulty = new URL('./samples/faulty-worker.ts', import.meta.url);
const parsers: MailParser[] = [];

function aParser(options?: MailParserOptions): MailParser {
  const parser = createMailParser(options);
  parsers.push(parser);
  return parser;
}

afterEach(async () => {
  await Promise.all(parsers.splice(0).map((parser) => parser.close()));
});

const subjectOf = (outcome: ParseOutcome) =>
  outcome.outcome === 'parsed' ? outcome.mail.subject : `${outcome.reason}: ${outcome.detail}`;

let threadCount = 0;

function onThread(worker: Worker): void {
  threadCount++;
  worker.once('exit', () => threadCount--);
}

beforeAll(() => void process.on('worker', onThread));
afterAll(() => void process.off('worker', onThread));

describe('parsing in a thread of its own', () => {
  it('gives the same mail as parsing right here, and leaves the caller its bytes', async () => {
    const file = aFile('lamp.png', 'image/png', png);
    const raw = aMailOf(
      aMultipart('mixed', [aPart('text/html', '<p>Hi</p>'), file, aPart('text/csv; name=a.csv', 'a,b')]),
    );
    const before = Buffer.from(raw);
    const outcome = await aParser().parse(raw);
    expect(outcome).toEqual({ outcome: 'parsed', mail: plainBytes(await parseMail(raw)) });
    expect(raw).toEqual(before);
  });

  it('answers many mails in the order they came, each with its own', async () => {
    const parser = aParser();
    const order: number[] = [];
    const subjects = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const outcome = await parser.parse(aMail({ Subject: `Mail ${at}` }));
        order.push(at);
        return subjectOf(outcome);
      }),
    );
    expect(subjects).toEqual(Array.from({ length: 200 }, (_, at) => `Mail ${at}`));
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it('takes bytes out of the middle of a larger buffer', async () => {
    const mail = aMail({ Subject: 'Inner' });
    const larger = Buffer.concat([Buffer.from('before'), mail, Buffer.from('after')]);
    const outcome = await aParser().parse(larger.subarray(6, 6 + mail.length));
    expect(subjectOf(outcome)).toBe('Inner');
  });

  it('starts no thread before the first mail, and lets it go when there is nothing to do', async () => {
    const parser = aParser({ idleSeconds: 0.2 });
    expect(threadCount).toBe(0);
    await parser.parse(aMail());
    expect(threadCount).toBe(1);
    await expect.poll(() => threadCount, { timeout: 20_000 }).toBe(0);
    expect(subjectOf(await parser.parse(aMail({ Subject: 'Again' })))).toBe('Again');
  });

  it('fails what waits when it is closed, and everything after', async () => {
    const parser = aParser({ program: faulty });
    const waiting = [parser.parse(aMail({ Subject: 'hang' })), parser.parse(aMail()), parser.parse(aMail())];
    await parser.close();
    const outcomes = await Promise.all([...waiting, parser.parse(aMail())]);
    expect(outcomes.map(subjectOf)).toEqual(Array(4).fill('broken: The parser was closed'));
  });

  it('works with several threads', async () => {
    const parser = aParser({ workersMax: 2 });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => parser.parse(aMail({ Subject: `${at}` }))),
    );
    expect(outcomes.map(subjectOf)).toEqual(Array.from({ length: 20 }, (_, at) => `${at}`));
  });
});

describe('a spare thread', () => {
  it('is started only when a mail holds up the first, and mails behind it pass by', async () => {
    const parser = aParser({ program: faulty, timeoutSeconds: 20, threadsMax: 2 });
    await Promise.all(Array.from({ length: 50 }, () => parser.parse(aMail())));
    expect(threadCount).toBe(1);
    const settled: string[] = [];
    const hanging = parser.parse(aMail({ Subject: 'hang' })).then(() => settled.push('hang'));
    const others = Array.from({ length: 20 }, async () =>
      settled.push(subjectOf(await parser.parse(aMail({ Subject: 'Fine' })))),
    );
    await Promise.all(others);
    expect(settled).not.toContain('hang');
    expect(threadCount).toBe(2);
    await parser.close();
    await hanging;
  });
});

describe('F18 a mail that harms the parser fails alone', () => {
  it.each([
    ['hang', /^timeout: Parsing took longer than 1 seconds$/],
    ['eat memory', /^memory: /],
    ['leave', /^broken: The parser thread ended by itself \(3\)$/],
    ['throw', /^broken: RangeError: This is what the mail told me to do$/],
  ])('%s', async (subject, reason) => {
    const timeoutSeconds = subject === 'hang' ? 1 : 30;
    const parser = aParser({ program: faulty, timeoutSeconds, memoryMegabytesMax: 32 });
    const subjects = ['First', 'Second', subject, 'Third', 'Fourth', 'Fifth'];
    const outcomes = (await Promise.all(subjects.map((one) => parser.parse(aMail({ Subject: one }))))).map(subjectOf);
    expect(outcomes[2]).toMatch(reason);
    expect(outcomes.toSpliced(2, 1)).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth']);
  });

  it('also when it is the last, or several come in a row', async () => {
    const parser = aParser({ program: faulty });
    const subjects = ['throw', 'leave', 'Fine', 'throw'];
    const outcomes = (await Promise.all(subjects.map((one) => parser.parse(aMail({ Subject: one }))))).map(subjectOf);
    expect(outcomes.map((outcome) => outcome.split(':')[0])).toEqual(['broken', 'broken', 'Fine', 'broken']);
    expect(subjectOf(await parser.parse(aMail({ Subject: 'After' })))).toBe('After');
  });

  it('what could never fit is not even tried', async () => {
    const outcome = await aParser({ memoryMegabytesMax: 1 }).parse(new Uint8Array(600_000));
    expect(subjectOf(outcome)).toBe('memory: The mail has 600000 bytes: too large to be parsed');
  });
});

/** Buffers become plain arrays of bytes when they cross between threads. */
function plainBytes<T extends { attachments: { bytes: Uint8Array }[] }>(mail: T): T {
  return { ...mail, attachments: mail.attachments.map((file) => ({ ...file, bytes: new Uint8Array(file.bytes) })) };
}
