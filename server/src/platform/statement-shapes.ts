import type { Query } from './database.ts';
import type { Statement } from './named-query.ts';

/**
 * Shapes of statements that come again are parsed and planned once per connection. Their number is bounded, whatever
 * callers think up: a shape beyond it is sent as it is.
 */
class Shapes {
  private readonly names = new Map<string, string>();
  private generation = 0;
  private readonly kind: string;
  private readonly shapesMax: number;
  constructor(kind: string, shapesMax: number) {
    this.kind = kind;
    this.shapesMax = shapesMax;
  }

  /** A statement whose shape is known has a name. */
  named(query: Query): Statement {
    const name = this.nameOf(query.text);
    return name === undefined ? query : { text: query.text, values: query.values, name };
  }

  /** Every statement is planned afresh, under a name of its own. */
  forget(): void {
    this.names.clear();
    this.generation++;
  }

  private nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= this.shapesMax) return known;
    const name = `${this.kind}_${this.generation}_${this.names.size}`;
    this.names.set(text, name);
    return name;
  }
}

/** What callers put together of fields and filters must not take the place of our own statements. */
export const ownShapes = new Shapes('own', 500);
export const askedShapes = new Shapes('asked', 200);
