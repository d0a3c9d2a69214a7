import { type Accent, accentOf } from './accent.ts';

/** SPEC section 1: the local hosts show one brand, all others the other. */
export const brandKeys = ['main', 'local'] as const;
export type BrandKey = (typeof brandKeys)[number];

/** Whose house this is, as people see it: on every page and in every letter of Parley's own. */
export type Brand = {
  readonly key: BrandKey;
  readonly name: string;
  /** As it was chosen, `#rrggbb`; `accent` is what is made of it. */
  readonly colour: string;
  readonly accent: Accent;
  /** A square picture in place of Parley's mark. */
  readonly logo: { readonly type: string; readonly bytes: Buffer } | undefined;
  /** The sender of letters. */
  readonly mailFrom: string;
};

export interface Brands {
  /** For whatever a request calls us; a name that nobody knows gets the main brand. */
  ofHost(hostname: string | undefined): Brand;
  of(key: BrandKey): Brand;
  /** For letters that no request asked for. */
  readonly main: Brand;
}

export type BrandSettings = Pick<Brand, 'name' | 'colour' | 'logo' | 'mailFrom'>;

export function createBrands(the: {
  main: BrandSettings;
  local: BrandSettings;
  localHosts: readonly string[];
  warn: (words: string) => void;
}): Brands {
  const make = (key: BrandKey): Brand => {
    const { accent, isAdjusted } = accentOf(the[key].colour);
    if (isAdjusted)
      the.warn(`text in ${the[key].colour} could not be read well on white, so the brand uses ${accent.accent[0]}`);
    return { ...the[key], key, accent };
  };
  const main = make('main');
  const isSame = JSON.stringify(the.main) === JSON.stringify(the.local);
  const local = isSame ? { ...main, key: 'local' as const } : make('local');
  const localHosts = new Set(the.localHosts.map(plain));
  return {
    main,
    of: (key) => (key === 'local' ? local : main),
    ofHost: (hostname) => (hostname !== undefined && localHosts.has(plain(hostname)) ? local : main),
  };
}

/** `Desk.Example.`, `[::1]`: the same names in other spellings. */
const plain = (hostname: string) =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
