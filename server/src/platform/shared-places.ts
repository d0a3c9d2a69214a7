/** Who may have no more places: companies, servers, and companies at one server (`company server`). */
export type HaveTheirs = {
  readonly companies: readonly number[];
  readonly hosts: readonly string[];
  readonly pairs: readonly string[];
};

export type Places = {
  take(id: number, companyId: number, host: string): void;
  leave(id: number): void;
  /** `all`: there is no place for anybody. */
  taken(): HaveTheirs | 'all';
};

export type PlaceLimits = {
  /** So many are under way at once. */
  movingMax: number;
  /** Beside them so many that are slow. */
  asideMax: number;
  /** Who takes so long is slow. */
  slowMilliseconds: number;
};

type Held = { readonly companyId: number; readonly host: string; readonly since: number };

/**
 * Shares out the places in which letters are under way, so that no mail server and no company keeps others waiting: one
 * server holds half of them at most, and one company three quarters, so that it has some left where one of its servers
 * is slow. Who takes long goes on aside, where there is such a part of the room for it, and leaves the place to others; a
 * company that is slow at a server has no more there than half of the places, aside or not.
 */
export function createPlaces(
  { movingMax, asideMax, slowMilliseconds }: PlaceLimits,
  now: () => number = () => performance.now(),
): Places {
  const held = new Map<number, Held>();

  return {
    take: (id, companyId, host) => void held.set(id, { companyId, host: host.toLowerCase(), since: now() }),
    leave: (id) => void held.delete(id),
    taken() {
      const aside = new Tally(asideMax);
      const moving = new Tally(movingMax);
      const pairs = new Map<string, number>();
      const slowSince = now() - slowMilliseconds;
      let asideCount = 0;
      for (const one of held.values()) {
        const pair = `${one.companyId} ${one.host}`;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
        const goesAside = one.since <= slowSince && asideCount < asideMax && aside.hasRoomFor(one);
        if (goesAside) asideCount++;
        (goesAside ? aside : moving).add(one);
      }
      if (held.size - asideCount >= movingMax) return 'all';
      const atOnce = [...pairs].filter(([, count]) => count >= movingMax * partOfHost);
      return { ...moving.full(), pairs: atOnce.map(([pair]) => pair) };
    },
  };
}

const partOfHost = 1 / 2;
const partOfCompany = 3 / 4;

/** Counts for companies and for servers, each up to its part of the places. */
class Tally {
  private readonly companies = new Map<number, number>();
  private readonly hosts = new Map<string, number>();
  private readonly companyMax: number;
  private readonly hostMax: number;
  constructor(places: number) {
    this.companyMax = places * partOfCompany;
    this.hostMax = places * partOfHost;
  }

  hasRoomFor = ({ companyId, host }: Held): boolean =>
    (this.companies.get(companyId) ?? 0) < this.companyMax && (this.hosts.get(host) ?? 0) < this.hostMax;

  add({ companyId, host }: Held): void {
    this.companies.set(companyId, (this.companies.get(companyId) ?? 0) + 1);
    this.hosts.set(host, (this.hosts.get(host) ?? 0) + 1);
  }

  full() {
    const from = <T>(all: ReadonlyMap<T, number>, max: number) =>
      [...all].filter(([, count]) => count >= max).map(([one]) => one);
    return { companies: from(this.companies, this.companyMax), hosts: from(this.hosts, this.hostMax) };
  }
}
