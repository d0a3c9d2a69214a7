import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanName, cleanText, cutText } from './clean-text.ts';

describe('F18 text that can be stored and shown', () => {
  it('keeps its lines and tabs, and nothing else that is not seen', () => {
    expect(cleanText('a\0b\u0007\r\nc\rd\te\ud800', 100)).toBe('ab\nc\nd\te\ufffd');
    expect(cleanLine('  a\r\n\t b\u2028c\0', 100)).toBe('a b c');
    expect(cleanName('in\u202evoice\u200b.pdf', 100)).toBe('invoice.pdf');
  });

  it('is cut between characters, never within one', () => {
    expect(cutText('ab\u{1f600}', 3)).toBe('ab');
    expect(cutText('ab\u{1f600}', 4)).toBe('ab\u{1f600}');
  });

  it('whatever it was', () => {
    const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anyUnits, fc.nat(50), (text, lengthMax) => {
        for (const clean of [cleanText(text, lengthMax), cleanLine(text, lengthMax), cleanName(text, lengthMax)]) {
          expect(clean.isWellFormed() && !clean.includes('\0') && clean.length <= lengthMax).toBe(true);
        }
      }),
    );
  });
});
