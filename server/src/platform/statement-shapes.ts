import type { Query } from './database.ts';
import type { Statement } from './named-query.ts';

type Shape = { readonly name: string; isUsed: boolean };

/**
 * Shapes of statements that come again are parsed and planned once per connection. Their number is bounded, whatever
 * callers think up: a shape beyond it takes the name of one that has not come again for long.
 */
export class Shapes {
  private readonly shapes = new Map<string, Shape>();
  private generation = 0;
  private readonly kind: string;
  private readonly shapesMax: number;
  constructor(kind: string, shapesMax: number) {
    this.kind = kind;
    this.shapesMax = shapesMax;
  }

  named({ text, values }: Query): Required<Statement> {
    return { text, values, name: this.nameOf(text) };
  }

  /** Every statement is planned afresh, under a name of its own. */
  forget(): void {
    this.shapes.clear();
    this.generation++;
  }

  private nameOf(text: string): string {
    const known = this.shapes.get(text);
    if (known) {
      known.isUsed = true;
      return known.name;
    }
    const isFull = this.shapes.size >= this.shapesMax;
    const name = (isFull && this.takeName()) || `${this.kind}_${this.generation}_${this.shapes.size}`;
    this.shapes.set(text, { name, isUsed: false });
    return name;
  }

  /** From the oldest on; one that came again since it was looked at last is spared once more. */
  private takeName(): string | undefined {
    for (const [text, shape] of this.shapes) {
      this.shapes.delete(text);
      if (!shape.isUsed) return shape.name;
      shape.isUsed = false;
      this.shapes.set(text, shape);
    }
    return undefined;
  }
}

/** What callers put together of fields and filters must not take the place of our own statements. */
export const ownShapes = new Shapes('own', 500);
export const askedShapes = new Shapes('asked', 200);
