import crypto from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Brand, type Brands, brandKeys } from '#platform/brands/brands.ts';
import { Problem } from '#platform/problem.ts';
import { escapeHtml } from '#platform/system-letter.ts';
import { appIcons, drawIcon } from './app-icons.ts';

type BrandFile = { readonly type: string; readonly body: string | Buffer };

/** The addresses of what a brand looks like. They hold its fingerprint, so no cache can mix brands or versions up. */
export function brandFiles(brand: Brand): { base: string; style: string; mark: string } {
  const base = `/v1/brand/${brand.key}/${versionOf(brand)}`;
  return { base, style: `${base}/style.css`, mark: `${base}/mark.svg` };
}

/** Colours, picture and manifest of both brands, for everybody. */
export function mountBrandFiles(app: FastifyInstance, brands: Brands): void {
  app.get<{ Params: { key: string; version: string; name: string } }>(
    '/v1/brand/:key/:version/:name',
    async (request, reply) => {
      const { key: asked, version, name } = request.params;
      const key = brandKeys.find((one) => one === asked);
      const brand = key && brands.of(key);
      const file = brand && (await fileOf(brand, name));
      if (!file) throw new Problem('not_found');
      return reply
        .type(file.type)
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
        )
        .header('cache-control', version === versionOf(brand) ? 'public, max-age=31536000, immutable' : 'no-store')
        .send(file.body);
    },
  );
}

async function fileOf(brand: Brand, name: string): Promise<BrandFile | undefined> {
  switch (name) {
    case 'style.css':
      return { type: 'text/css; charset=utf-8', body: styleOf(brand) };
    case 'mark.svg':
      return pictureOf(brand);
    case 'site.webmanifest':
      return { type: 'application/manifest+json; charset=utf-8', body: manifestOf(brand, 'en') };
    case 'site.uk.webmanifest':
      return { type: 'application/manifest+json; charset=utf-8', body: manifestOf(brand, 'uk') };
    default: {
      const icon = appIcons.find((one) => one.name === name);
      return icon && { type: 'image/png', body: await drawIcon(brand, icon, pictureOf(brand).body) };
    }
  }
}

const pictureOf = (brand: Brand): BrandFile =>
  brand.logo ? { type: brand.logo.type, body: brand.logo.bytes } : { type: 'image/svg+xml', body: markOf(brand) };

/** The brand's share of the desk's table of colours; before any script ran, the wish of the device decides. */
function styleOf({ accent }: Brand): string {
  const scheme = (which: 0 | 1) =>
    Object.entries(accent)
      .map(([name, pair]) => `--p-${name}:${pair[which]};`)
      .join('');
  return `:root{${scheme(0)}}
:root[data-mantine-color-scheme="dark"]{${scheme(1)}}
@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${scheme(1)}}}
`;
}

function markOf({ name, accent }: Brand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none"><title>${escapeHtml(name)}</title>
  <path d="M5 21.5V10a7.5 7.5 0 1 1 7.5 7.5c-2.1 0-3.6.5-4.6 1.5L5 21.5Z" fill="${accent.accent[0]}"/>
  <path d="M9.4 8.6h6.2M9.4 11.6h3.8" stroke="#fff" stroke-width="1.7" stroke-linecap="round"/>
</svg>
`;
}

const shortcuts = {
  en: { tickets: 'Tickets', compose: 'New letter', settings: 'Settings' },
  uk: { tickets: 'Звернення', compose: 'Новий лист', settings: 'Налаштування' },
} as const;

/** By it browsers install the desk as an app. */
function manifestOf(brand: Brand, lang: keyof typeof shortcuts): string {
  const { base, mark } = brandFiles(brand);
  const drawn = appIcons.map(({ name, edge, purpose }) => ({
    src: `${base}/${name}`,
    type: 'image/png',
    sizes: `${edge}x${edge}`,
    purpose,
  }));
  return JSON.stringify({
    id: '/v1/',
    name: brand.name,
    short_name: brand.name.slice(0, 12),
    lang,
    start_url: '/v1/tickets',
    scope: '/v1/',
    display: 'standalone',
    theme_color: brand.accent.accent[0],
    background_color: '#f5f3f0',
    icons: [{ src: mark, type: pictureOf(brand).type, sizes: 'any', purpose: 'any' }, ...drawn],
    shortcuts: Object.entries(shortcuts[lang]).map(([page, name]) => ({ name, url: `/v1/${page}` })),
  });
}

const versions = new WeakMap<Brand, string>();

function versionOf(brand: Brand): string {
  const known = versions.get(brand);
  if (known) return known;
  const { name, accent, logo } = brand;
  const hash = crypto
    .createHash('sha256')
    .update(JSON.stringify([2, name, accent, styleOf(brand), logo?.type]))
    .update(logo?.bytes ?? '');
  const version = hash.digest('hex').slice(0, 12);
  versions.set(brand, version);
  return version;
}
