/** A ticket in a team's queue. */
export type Waiting = {
  readonly id: number;
  /** Who wrote to its customer last. */
  readonly lastAgent: number | null;
  /** Who had it when it was put back by hand. */
  readonly passedBy: number | null;
};

/** Somebody of a team who is there and to be counted on. */
export type Agent = {
  readonly id: number;
  /** Open tickets at most; null: no matter how many. */
  readonly capacity: number | null;
  /** Open tickets, whoever they are from. */
  readonly open: number;
  /** The higher, the later they were given one. */
  readonly turn: number;
};

export type Routing = 'round_robin' | 'least_loaded';
export type Given = {
  readonly ticketId: number;
  readonly agentId: number;
  readonly how: 'again' | 'fewest' | 'in_turn';
  /** How many they had before. */
  readonly open: number;
  readonly capacity: number | null;
  readonly turn: number;
};

/**
 * Gives out a team's queue, the first first, until nobody can take another one. Whoever answered the customer last goes
 * before the rest, if they are there and have room. A ticket that its own agent put back waits for another one, and holds up
 * nobody behind it.
 */
export function giveOut(queue: readonly Waiting[], routing: Routing, team: readonly Agent[]): Given[] {
  const given: Given[] = [];
  let agents = [...team];
  for (const ticket of queue) {
    const free = agents.filter(hasRoom);
    if (free.length === 0) break;
    const able = free.filter((agent) => agent.id !== ticket.passedBy);
    const again = able.find((agent) => agent.id === ticket.lastAgent);
    const chosen = again ?? able.toSorted(before[routing])[0];
    if (!chosen) continue;
    const { id, open, capacity } = chosen;
    const turn = Math.max(...agents.map((agent) => agent.turn)) + 1;
    const how = again ? 'again' : routing === 'round_robin' ? 'in_turn' : 'fewest';
    given.push({ ticketId: ticket.id, agentId: id, how, open, capacity, turn });
    agents = agents.map((agent) => (agent.id === id ? { ...agent, open: open + 1, turn } : agent));
  }
  return given;
}

export const hasRoom = ({ open, capacity }: Agent): boolean => capacity === null || open < capacity;

type Order = (a: Agent, b: Agent) => number;
const byTurn: Order = (a, b) => a.turn - b.turn || a.id - b.id;
const before: Record<Routing, Order> = {
  round_robin: byTurn,
  least_loaded: (a, b) => a.open - b.open || byTurn(a, b),
};
