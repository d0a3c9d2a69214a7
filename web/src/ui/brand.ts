type Brand = {
  readonly name: string;
  /** A picture in place of Parley's mark. */
  readonly mark: string | null;
  /** Which desk the server has built; empty where it serves none. */
  readonly build: string;
};

const usual: Brand = { name: 'Parley', mark: null, build: '' };

/** Whose house this is: the server wrote it into the page, by the host. */
export const brand: Brand = typeof document === 'undefined' ? usual : readBrand();

function readBrand(): Brand {
  const text = document.querySelector<HTMLMetaElement>('meta[name="parley-brand"]')?.content;
  return text ? { ...usual, ...(JSON.parse(text) as Partial<Brand>) } : usual; // as page-template.ts writes it
}

/** Style tags that we make ourselves carry it, or the page's policy refuses them. */
export const styleNonce: string =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '');
