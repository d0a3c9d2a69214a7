import { type CsvEntity, type ImportSummary, importInput, problemsShownMax, type RowProblem } from '#contract/csv.ts';
import {
  belowSeparator,
  type CsvRecord,
  columnOfField,
  findUpload,
  type Named,
  parseCsv,
  readText,
  rowValues,
} from '#domain/csv/index.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import type { JobAtWork, JobRun } from '../jobs/job-at-work.ts';
import { type NamedTables, readNames } from './import-names.ts';
import { badRow, type FileRow, type RowPlan } from './plan-rows.ts';
import type { Room, RowWriter, Where } from './row-writers.ts';

export type Importer = {
  readonly writer: RowWriter;
  /** What a row is recognised by. */
  readonly keyOf: (values: Record<string, unknown>) => string | undefined;
  /** All that a later row may know by its key what this one made. Absent: the same key alone. */
  readonly keysOf?: ((values: Record<string, unknown>) => readonly string[]) | undefined;
  /** How many may be new; undefined: any number. */
  readonly room: (where: Where) => Promise<Room | undefined>;
};
type Needs = { readonly importers: Readonly<Record<CsvEntity, Importer>>; readonly named: NamedTables };

/** The columns of a file: what they mean, and what stands above them. */
type Headed = { readonly columns: readonly (string | null)[]; readonly titles: readonly string[] };

const rowsPerStretch = 50;
/** `sending`: what was to become of each row of the stretch behind `row`; some of it may be true already. */
type Checkpoint = {
  readonly row: number;
  readonly summary: ImportSummary;
  readonly sending?: readonly RowPlan['is'][] | undefined;
};

/**
 * Brings the rows of a file in, or (`isTrial`) finds out what would become of them, through the same doors as a person at a
 * form. What a stretch writes and how far it is become true together: a job that is taken over repeats nothing.
 */
export const importRows =
  ({ importers, named }: Needs, { isTrial }: { isTrial: boolean }): JobRun =>
  async (job) => {
    const { db, companyId } = job;
    const { upload_id, columns } = importInput.parse(job.input);
    const asker = await job.asker();
    const upload = await db.transaction({ companies: [companyId] }, (tx) => findUpload(tx, upload_id, asker.userId));
    const text = belowSeparator(readText(await job.files.get(upload.file_key), upload.encoding));
    const records = parseCsv(text.rows, upload.delimiter);
    const titles = records.next().value?.cells ?? [];
    const names = await readNames(db, named, columns, { companyId, person: asker });
    const importer = importers[upload.entity];
    const { writer, keyOf, room: roomOf } = importer;
    const room = isTrial ? await roomOf({ db, companyId, person: asker }) : undefined;
    const rows = understand(records, { entity: upload.entity, columns, names, width: titles.length, keyOf });

    const begun: Checkpoint = {
      row: 0,
      summary: { file: upload.file_name, created: 0, updated: 0, skipped: 0, bad: 0, problems: [] },
    };
    let at = (job.checkpoint ?? begun) as Checkpoint; // ours, from the stretch before
    const known: KnownRows = { ofIds: new Map(), ofKeys: new Map() };
    for (const stretch of stretchesOf(rows)) {
      const where: Where = { db, companyId, person: await job.asker() };
      const planned = oncePerOne(await writer.plan(where, stretch), stretch, known, importer);
      // Brought in before the job was taken over: only whose they are had to be known.
      if ((stretch.at(-1)?.row ?? 0) <= at.row) continue;
      const plans = withinRoom(planned, room, at.summary.created);
      const after = (outcomes: readonly RowPlan[]): Checkpoint => ({
        row: stretch.at(-1)?.row ?? at.row,
        summary: addUp(at.summary, stretch, outcomes, { columns, titles }),
      });
      at = await carryOut({
        at,
        job,
        writer,
        where,
        stretch,
        plans,
        after,
        trial: isTrial ? { columns, titles, isFirst: at.summary.bad === 0 } : undefined,
      });
    }
    return isTrial && at.summary.bad > 0 ? { file: { name: 'problems.ndjson', type: 'application/x-ndjson' } } : {};
  };

type Stretch = {
  at: Checkpoint;
  job: JobAtWork;
  writer: RowWriter;
  where: Where;
  stretch: readonly FileRow[];
  plans: readonly RowPlan[];
  /** Undefined: it is meant. */
  trial: (Headed & { isFirst: boolean }) | undefined;
  after: (outcomes: readonly RowPlan[]) => Checkpoint;
};

async function carryOut(the: Stretch): Promise<Checkpoint> {
  const { job, writer, where, stretch, plans, trial, after } = the;
  const { write, send } = writer;
  if (write && !trial) {
    let next: Checkpoint | undefined;
    await job.commit(async (tx) => {
      next = after(await write(tx, where, plans));
      return progressOf(next);
    });
    if (!next) throw new Error('a stretch was committed and not written');
    return next;
  }
  const outcomes = write
    ? await inVain(job, (tx) => write(tx, where, plans))
    : trial || !send
      ? plans
      : await sendNoting(the, send);
  const next = after(outcomes);
  await job.commit(progressOf(next), trial && badLines(stretch, outcomes, trial, trial.isFirst));
  return next;
}

/**
 * What was sent before the job was taken over is there by now: noted what was to become of each row, it still counts as what
 * it was.
 */
async function sendNoting(
  { at, job, where, stretch, plans }: Stretch,
  send: NonNullable<RowWriter['send']>,
): Promise<RowPlan[]> {
  const sending = at.sending ?? plans.map((plan) => plan.is);
  if (!at.sending) await job.commit(progressOf({ ...at, sending }));
  const outcomes = await send(where, stretch, plans);
  return outcomes.map((outcome, i) => {
    if (plans[i]?.is !== 'skipped') return outcome;
    if (sending[i] === 'created') return { is: 'created', values: {} };
    return sending[i] === 'updated' ? { is: 'updated', id: 0, values: {} } : outcome;
  });
}

const progressOf = (at: Checkpoint) => {
  const { created, updated, skipped, bad } = at.summary;
  return { done: created + updated + skipped + bad, checkpoint: at, summary: at.summary };
};

/** Does something and takes it back: what it would have answered is true all the same. */
async function inVain<T>({ db, companyId }: JobAtWork, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { readonly is: T } | undefined;
  await db
    .transaction({ companies: [companyId] }, async (tx) => {
      result = { is: await work(tx) };
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  if (!result) throw new Error('nothing was tried');
  return result.is;
}
class TakenBack extends Error {}

type Meaning = {
  entity: CsvEntity;
  columns: readonly (string | null)[];
  names: Named;
  width: number;
  keyOf: Importer['keyOf'];
};

/** What each row of the file says. One that is about the same as an earlier one is refused, whichever is tried first. */
function* understand(
  records: Iterable<CsvRecord>,
  { entity, columns, names, width, keyOf }: Meaning,
): Generator<FileRow> {
  const firstWith = new Map<string, number>();
  for (const { row, cells } of records) {
    const { values, unknown } = rowValues(entity, columns, cells, names);
    const problems: FileRow['problems'][number][] = [...unknown];
    if (cells.slice(width).some((cell) => cell.trim() !== '')) problems.push({ field: null, key: 'csv_extra_cells' });
    const key = keyOf(values);
    const first = key === undefined ? undefined : firstWith.get(key);
    if (first !== undefined) problems.push({ field: null, key: 'csv_repeated', values: { row: first } });
    else if (key !== undefined) firstWith.set(key, row);
    yield { row, cells, values, problems };
  }
}

/** Some rows at a time, the same ones whoever has the job. */
function* stretchesOf(rows: Iterable<FileRow>): Generator<FileRow[]> {
  let stretch: FileRow[] = [];
  for (const row of rows) {
    stretch.push(row);
    if (stretch.length === rowsPerStretch) {
      yield stretch;
      stretch = [];
    }
  }
  if (stretch.length > 0) yield stretch;
}

/** Which row of the file was the first to mean a known one, by its id, or to hold a key. */
type KnownRows = {
  readonly ofIds: Map<number, number>;
  readonly ofKeys: Map<string, { readonly row: number; readonly isNew: boolean }>;
};

/** Rows that mean the same one by different words, such as a customer's address and their number: the first one counts. */
function oncePerOne(
  plans: readonly RowPlan[],
  rows: readonly FileRow[],
  { ofIds, ofKeys }: KnownRows,
  { keyOf, keysOf }: Importer,
): RowPlan[] {
  return plans.map((plan, i) => {
    const file = rows[i];
    if (!file || plan.is === 'bad') return plan;
    const { row, values } = file;
    const isNew = plan.is === 'created';
    // People have none here, and one address each.
    const id = isNew ? undefined : plan.id || undefined;
    const sameKey = ofKeys.get(keyOf(values) ?? '');
    // A key of one that was there before may be another one's as well.
    const made = sameKey && (sameKey.isNew || isNew) ? sameKey.row : undefined;
    const first = (id === undefined ? undefined : ofIds.get(id)) ?? made;
    if (first !== undefined) return badRow('csv_repeated', null, { row: first });
    if (id !== undefined) ofIds.set(id, row);
    for (const key of keysOf?.(values) ?? []) if (!ofKeys.has(key)) ofKeys.set(key, { row, isNew });
    return plan;
  });
}

/** What a trial takes back makes no room scarce: that is counted here. */
function withinRoom(plans: readonly RowPlan[], room: Room | undefined, before: number): RowPlan[] {
  if (!room) return [...plans];
  let left = room.left - before;
  return plans.map((plan) => {
    if (plan.is !== 'created') return plan;
    left--;
    return left < 0 ? badRow('limit_reached', null, { max: room.max }) : plan;
  });
}

function addUp(
  before: ImportSummary,
  rows: readonly FileRow[],
  outcomes: readonly RowPlan[],
  the: Headed,
): ImportSummary {
  const count = (is: RowPlan['is']) => outcomes.filter((one) => one.is === is).length;
  const problems = rows.flatMap((row, i) => problemsOf(row, outcomes[i], the));
  return {
    ...before,
    created: before.created + count('created'),
    updated: before.updated + count('updated'),
    skipped: before.skipped + count('skipped'),
    bad: before.bad + count('bad'),
    problems: [...before.problems, ...problems].slice(0, problemsShownMax),
  };
}

const shownLetters = 100;

function problemsOf({ row, cells }: FileRow, outcome: RowPlan | undefined, { columns, titles }: Headed): RowProblem[] {
  if (!outcome || outcome.is === 'skipped') return [];
  return (outcome.problems ?? []).map(({ field, key, values }) => {
    const place = field === null ? -1 : placeOf(columnOfField(field), columns);
    return {
      row,
      title: titles[place] ?? field,
      value: place < 0 ? null : cutLetters(cells[place] ?? '', shownLetters),
      key,
      ...(values ? { values } : {}),
    };
  });
}

/** Of a field that several columns hold, such as the languages of a text, the first that the file has. */
function placeOf(name: string, columns: readonly (string | null)[]): number {
  const place = columns.indexOf(name);
  return place >= 0 ? place : columns.findIndex((one) => one?.startsWith(`${name}.`));
}

/** Every row that cannot come in, whole and with the reasons: one JSON per line, below one with the titles. */
function badLines(
  rows: readonly FileRow[],
  outcomes: readonly RowPlan[],
  the: Headed,
  isFirst: boolean,
): Buffer | undefined {
  const lines = rows.flatMap((row, i): unknown[] => {
    const problems = problemsOf(row, outcomes[i], the);
    return problems.length === 0 ? [] : [{ row: row.row, cells: row.cells, problems }];
  });
  if (lines.length === 0) return undefined;
  const all = isFirst ? [{ titles: the.titles }, ...lines] : lines;
  return Buffer.from(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
