import type { Brand, BrandKey } from './brands/brands.ts';
import type { Secrets } from './secrets.ts';

/** A letter from Parley itself to one person, in the name of a brand. */
export type SystemLetter = {
  readonly brand: BrandKey;
  readonly toName: string;
  readonly toAddress: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Of the company it speaks for, as it is now; the HTML shows it as `cid:…`. */
  readonly logo?: string | null | undefined;
  /** Of what happened at work: those about an account, whose links end, go before it. */
  readonly isNews?: boolean;
  /** How long its link works. Once that is over the letter is not sent any more: whoever waits for it asks for another. */
  readonly linkMinutes?: number;
};

/** By which letters show the logo they carry: nothing is loaded from anywhere. */
export const logoContentId = 'logo@parley';

/** The company a letter speaks for. */
export type LetterCompany = { readonly name: string; readonly logo: string | null };

type Body = Pick<SystemLetter, 'html' | 'text'>;

/** What a letter says, as it waits in the database: its links open accounts. */
export const sealLetter = (secrets: Pick<Secrets, 'seal'>, messageId: string, { html, text }: Body): string =>
  secrets.seal(JSON.stringify({ html, text } satisfies Body), contextOf(messageId));

export const openLetter = (secrets: Pick<Secrets, 'open'>, messageId: string, sealed: string): Body =>
  JSON.parse(secrets.open(sealed, contextOf(messageId))) as Body; // authenticated, so it is what was sealed

const contextOf = (messageId: string) => `letter ${messageId}`;

/** Text as HTML: the five characters that mean something are written out. */
export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter] ?? letter,
  );

/** The same, with its lines as they are. */
export const escapeLines = (text: string): string => text.split(/\r?\n/).map(escapeHtml).join('<br>');

/** Each on a line of its own. */
export type LetterLinks = readonly { readonly label: string; readonly url: string }[];

/** Paragraphs, links if there are any, and one button, in a form that every mail program shows. */
export function letterHtml(the: {
  brand: Brand;
  /** Of its words, so that they are read aloud as what they are. */
  language: 'en' | 'ua';
  title: string;
  paragraphs: readonly string[];
  links?: LetterLinks;
  after?: string | undefined;
  button: { label: string; url: string };
  small: string;
  /** Where it is chosen whether such letters come. */
  choice?: { label: string; url: string } | undefined;
  company?: LetterCompany | undefined;
}): string {
  const [accent] = the.brand.accent.accent;
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:23px">${escapeHtml(text)}</p>`;
  const line = ({ label, url }: LetterLinks[number]) =>
    `<p style="margin:0 0 12px;font-size:15px;line-height:23px"><a href="${escapeHtml(url)}" style="color:${accent};text-decoration:none">${escapeHtml(label)}</a></p>`;
  const said = [
    ...the.paragraphs.map(paragraph),
    ...(the.links ?? []).map(line),
    ...(the.after ? [paragraph(the.after)] : []),
  ];
  const url = escapeHtml(the.button.url);
  const choice = the.choice
    ? ` <a href="${escapeHtml(the.choice.url)}" style="color:${accent}">${escapeHtml(the.choice.label)}</a>`
    : '';
  return `<!doctype html><html lang="${the.language === 'ua' ? 'uk' : 'en'}"><body style="margin:0;padding:32px 16px;background:#f5f3f0;color:#1f1d1a;font-family:Inter,system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
${letterHead(the)}
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(the.title)}</h1>
${said.join('\n')}
<p style="margin:0 0 24px"><a href="${url}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(the.button.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#68635a;word-break:break-all">${url}</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#68635a">${escapeHtml(the.small)}${choice}</p>
</div></body></html>`;
}

function letterHead({ brand, company }: { brand: Brand; company?: LetterCompany | undefined }): string {
  const [accent] = brand.accent.accent;
  const style = `font-size:13px;line-height:20px;font-weight:600;color:${accent}`;
  if (!company?.logo) return `<p style="margin:0 0 24px;${style}">${escapeHtml(brand.name)}</p>`;
  return `<p style="margin:0 0 24px;${style}"><img src="cid:${logoContentId}" width="32" height="32" alt="" style="vertical-align:middle;border-radius:6px"> &nbsp;${escapeHtml(company.name)} · ${escapeHtml(brand.name)}</p>`;
}
