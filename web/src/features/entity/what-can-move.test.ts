import { expect, test } from 'vitest';
import { whatCanMove } from './what-can-move.ts';

const tickets = { name: 'open_tickets', count: 2, can_move: true, must_move: false };
const templates = { name: 'templates', count: 1, can_move: true, must_move: false };

test('what is all in sight moves to one place', () => {
  expect(whatCanMove([tickets, templates], 1)).toMatchObject({ canMove: true, isOutOfSight: false, isStuck: false });
  expect(whatCanMove([tickets, templates], 2)).toMatchObject({ canMove: false, isOutOfSight: false });
});

test('where something is out of sight, that is said before, nothing moves, and the row can be disabled as it is', () => {
  const unseen = { can_move: false, out_of_sight: true } as const;
  const answer = whatCanMove(
    [
      { ...tickets, ...unseen },
      { ...templates, ...unseen },
    ],
    1,
  );
  expect(answer).toMatchObject({ canMove: false, isOutOfSight: true, isStuck: false, staying: [] });
});

test('what must not stay and cannot go keeps the row', () => {
  const calendars = { name: 'teams', count: 1, can_move: false, must_move: true };
  expect(whatCanMove([calendars, templates], 1)).toMatchObject({ first: [calendars], isStuck: true });
});
