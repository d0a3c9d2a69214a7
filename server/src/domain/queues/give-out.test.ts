import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Agent, type Given, giveOut, hasRoom, type Routing, type Waiting } from './give-out.ts';

const agent = (id: number, more: Partial<Agent> = {}): Agent => ({ id, capacity: null, open: 0, turn: 0, ...more });
const ticket = (id: number, more: Partial<Waiting> = {}): Waiting => ({ id, lastAgent: null, passedBy: null, ...more });
const [olena, taras, ira] = [1, 2, 3];
const whoGot = (given: readonly Given[]) => given.map((one) => [one.ticketId, one.agentId, one.how]);

describe('a queue is given out', () => {
  test('by turns, whoever waited longest first, and goes on where it stopped', () => {
    const team = [agent(olena, { turn: 2 }), agent(taras, { turn: 1 }), agent(ira)];
    const given = giveOut([ticket(10), ticket(11), ticket(12), ticket(13)], 'round_robin', team);
    expect(given.map((one) => one.agentId)).toEqual([ira, taras, olena, ira]);
    expect(given.map((one) => one.turn)).toEqual([3, 4, 5, 6]);
  });

  test('to whoever has the fewest open, up to what they can bear', () => {
    const team = [agent(olena, { open: 3, capacity: 5 }), agent(taras, { open: 1, capacity: 2 })];
    const given = giveOut([ticket(10), ticket(11), ticket(12), ticket(13)], 'least_loaded', team);
    expect(given.map((one) => [one.agentId, one.open])).toEqual([
      [taras, 1],
      [olena, 3],
      [olena, 4],
    ]);
  });

  test('to whoever answered this customer last, only with room', () => {
    const team = [agent(olena, { open: 4, capacity: 5 }), agent(taras)];
    const given = giveOut(
      [10, 11].map((id) => ticket(id, { lastAgent: olena })),
      'least_loaded',
      team,
    );
    expect(whoGot(given)).toEqual([
      [10, olena, 'again'],
      [11, taras, 'fewest'],
    ]);
  });

  test('not back to whoever put it back, and those behind it do not wait for it', () => {
    const queue = [ticket(10, { passedBy: olena }), ticket(11)];
    expect(whoGot(giveOut(queue, 'round_robin', [agent(olena)]))).toEqual([[11, olena, 'in_turn']]);
    expect(whoGot(giveOut(queue, 'round_robin', [agent(olena), agent(taras)]))).toEqual([
      [10, taras, 'in_turn'],
      [11, olena, 'in_turn'],
    ]);
  });
});

/** A team's day as the database keeps it, without the database. */
type Model = {
  readonly queue: Waiting[];
  readonly agents: Map<number, { capacity: number | null; isThere: boolean; turn: number }>;
  readonly assigned: Map<number, number>;
  next: number;
};
const openOf = (model: Model, id: number) => [...model.assigned.values()].filter((one) => one === id).length;
const there = (model: Model): Agent[] =>
  [...model.agents]
    .filter(([, one]) => one.isThere)
    .map(([id, { capacity, turn }]) => ({ id, capacity, turn, open: openOf(model, id) }));

function drain(model: Model, routing: Routing): void {
  const waitingBefore = model.queue.map((one) => one.id);
  const agents = there(model);
  const given = giveOut(model.queue, routing, agents);
  for (const { ticketId, agentId, turn } of given) {
    const at = model.queue.findIndex((one) => one.id === ticketId);
    expect(at, 'given out once').toBeGreaterThanOrEqual(0);
    // First in, first out: whoever stands before it could not be given to anybody at that moment.
    const free = there(model).filter(hasRoom);
    for (const earlier of model.queue.slice(0, at))
      expect(free.filter((one) => one.id !== earlier.passedBy)).toEqual([]);
    model.queue.splice(at, 1);
    model.assigned.set(ticketId, agentId);
    const member = model.agents.get(agentId);
    expect(member?.isThere, 'given to somebody who is there').toBe(true);
    if (member) member.turn = turn;
    expect(openOf(model, agentId), 'no more than they can bear').toBeLessThanOrEqual(
      Math.max(member?.capacity ?? Number.POSITIVE_INFINITY, agents.find((one) => one.id === agentId)?.open ?? 0),
    );
  }
  expect(new Set([...model.queue.map((one) => one.id), ...given.map((one) => one.ticketId)])).toEqual(
    new Set(waitingBefore),
  );
  const free = there(model).filter(hasRoom);
  for (const left of model.queue)
    expect(
      free.filter((one) => one.id !== left.passedBy),
      'nobody who could take it has room',
    ).toEqual([]);
}

const steps = fc.oneof(
  fc.record({ what: fc.constant('comes' as const), lastAgent: fc.option(fc.integer({ min: 1, max: 4 })) }),
  fc.record({ what: fc.constant('turnsUpOrGoes' as const), who: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    what: fc.constant('canBear' as const),
    who: fc.integer({ min: 1, max: 4 }),
    capacity: fc.option(fc.nat(4)),
  }),
  fc.record({ what: fc.constant('isDone' as const), nth: fc.nat(20) }),
  fc.record({ what: fc.constant('isPutBack' as const), nth: fc.nat(20) }),
  fc.record({ what: fc.constant('isTrashed' as const), nth: fc.nat(20) }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

const moves: { [W in Step['what']]: (model: Model, step: Extract<Step, { what: W }>) => void } = {
  comes: (model, { lastAgent }) => void model.queue.push(ticket(model.next++, { lastAgent })),
  turnsUpOrGoes(model, { who }) {
    const one = model.agents.get(who);
    if (one) one.isThere = !one.isThere;
  },
  canBear(model, { who, capacity }) {
    const one = model.agents.get(who);
    if (one) one.capacity = capacity;
  },
  isDone(model, { nth }) {
    const id = [...model.assigned.keys()][nth];
    if (id !== undefined) model.assigned.delete(id);
  },
  isPutBack(model, { nth }) {
    const [id, who] = [...model.assigned][nth] ?? [];
    if (id === undefined || who === undefined) return;
    model.assigned.delete(id);
    model.queue.push(ticket(id, { passedBy: who }));
  },
  isTrashed: (model, { nth }) => void model.queue.splice(nth, 1),
};

test('F32 whatever happens in whatever order, no ticket waits while somebody may take it, and nobody gets too many', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Routing>('round_robin', 'least_loaded'),
      fc.array(steps, { maxLength: 60 }),
      (routing, all) => {
        const model: Model = {
          queue: [],
          agents: new Map([1, 2, 3, 4].map((id) => [id, { capacity: 2, isThere: id % 2 === 1, turn: 0 }])),
          assigned: new Map(),
          next: 1,
        };
        for (const step of all) {
          (moves[step.what] as (model: Model, step: Step) => void)(model, step);
          drain(model, routing);
        }
      },
    ),
    { numRuns: 500 },
  );
});
