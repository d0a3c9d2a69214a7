import fs from 'node:fs';
import path from 'node:path';
import type { Brand } from '#platform/brands/brands.ts';
import { escapeHtml } from '#platform/system-letter.ts';
import { brandFiles } from './brand-files.ts';

/** The drawn sign-in page by its language; one of them tells those who were on the way to another page. */
export type SignInPage = 'en' | 'ua' | 'en_back' | 'ua_back';

/** A sign-in page as its own code draws it, made when the desk is built: it can be seen and typed into at once. */
type DrawnPage = { title: string; html: string; style: string; scripts: string[]; sheets: string[] };
type Drawn = Record<SignInPage, DrawnPage>;

/** Answers the page for a brand: a drawn sign-in page, or one that says that nobody is signed in, where it is asked for. */
export function readPageTemplate(folder: string, build: string) {
  const template = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const drawnFile = path.join(folder, 'sign-in.json');
  const drawn = fs.existsSync(drawnFile) ? (JSON.parse(fs.readFileSync(drawnFile, 'utf8')) as Drawn) : undefined;
  const made = new Map<string, string>();

  function make(brand: Brand, as: SignInPage | 'stranger' | undefined): string {
    const files = brandFiles(brand);
    const facts = { key: brand.key, name: brand.name, mark: brand.logo ? files.mark : null, build };
    const filled = template
      .replace(/<title>[^<]*<\/title>/, `<title>${escapeHtml(brand.name)}</title>`)
      .replace(
        /(<meta name="parley-brand" content=")[^"]*/,
        (_, start: string) => start + escapeHtml(JSON.stringify(facts)),
      )
      .replaceAll('/v1/brand/main/0/', `${files.base}/`);
    if (as === 'stranger') return filled.replace('<html lang="en">', '<html lang="en" data-stranger>');
    const page = as && drawn?.[as];
    return page ? withSignIn(filled, brand, page, as) : filled;
  }

  return (brand: Brand, as: SignInPage | 'stranger' | undefined, nonce: string): string => {
    const key = `${brand.key} ${as}`;
    const page = made.get(key) ?? make(brand, as);
    made.set(key, page);
    return page.replaceAll('{{nonce}}', nonce);
  };
}

/** The app's scripts wait until the drawn page is on the screen; `early.js` fetches them then. */
function withSignIn(page: string, brand: Brand, drawn: DrawnPage, which: SignInPage): string {
  const url = (file: string) => `/v1/${file}`;
  const sheets = drawn.sheets.map(url).filter((sheet) => !page.includes(`href="${sheet}"`));
  const head = `${sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`).join('')}<style nonce="{{nonce}}">${drawn.style}</style>`;
  const named = (html: string) =>
    html
      .replaceAll('{{brand}}', () => escapeHtml(brand.name))
      .replace(/<svg[^>]*\sdata-mark[^>]*>.*?<\/svg>/s, (mark) =>
        brand.logo ? `<img src="${brandFiles(brand).mark}" width="24" height="24" alt="">` : mark,
      );
  return page
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(
      '<html lang="en">',
      `<html lang="${which.startsWith('ua') ? 'uk' : 'en'}" data-app="${drawn.scripts.map(url).join(' ')}">`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${named(drawn.title)}</title>`)
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${named(drawn.html)}</div>`);
}
