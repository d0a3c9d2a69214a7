import { type ErrorKey, errors, type WireError } from '#contract/errors.ts';

/** An expected "no". Anything else that is thrown is a bug, and becomes a 500. */
export class Problem extends Error {
  override name = 'Problem';
  readonly key: ErrorKey;
  readonly field: string | undefined;
  /** Fills the `{…}` of the text. */
  readonly values: Record<string, string | number>;

  constructor(
    key: ErrorKey,
    about: { field?: string; values?: Record<string, string | number>; cause?: unknown } = {},
  ) {
    super(about.field ? `${key} (${about.field})` : key, { cause: about.cause });
    this.key = key;
    this.field = about.field;
    this.values = about.values ?? {};
  }

  get status(): number {
    return errors[this.key][0];
  }

  toWire(): WireError {
    const message = errors[this.key][1].replace(/\{(\w+)\}/g, (whole, name) => String(this.values[name] ?? whole));
    return {
      key: this.key,
      message,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(Object.keys(this.values).length === 0 ? {} : { values: this.values }),
    };
  }
}

/** Several fields wrong at once: all of them are told. */
export class Problems extends Error {
  override name = 'Problems';
  readonly all: readonly [Problem, ...Problem[]];
  /** What the asker needs to go on, such as a row as it is now; travels as `data`. */
  readonly data: unknown;

  constructor(all: readonly [Problem, ...Problem[]], data?: unknown) {
    super(all.map((one) => one.message).join(', '));
    this.all = all;
    this.data = data;
  }
}
