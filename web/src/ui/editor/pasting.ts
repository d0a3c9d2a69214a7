import { closeHistory } from '@tiptap/pm/history';
import { DOMParser, Fragment, type ParseOptions, type Schema, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';

/** What is pasted keeps its words, its lines, and of its looks what mail can carry. It is one step to take back. */
export const Pasting = Extension.create({
  name: 'pasting',
  // Before links, which take an address that is pasted over words.
  priority: 1001,
  addProseMirrorPlugins() {
    const { schema } = this.editor;
    return [
      new Plugin({
        props: {
          transformPastedHTML: withoutStyles,
          clipboardParser: new PageParser(schema, DOMParser.fromSchema(schema).rules),
          clipboardTextParser: (text) => paragraphsOf(text, schema),
          handlePaste: (view) => {
            view.dispatch(newStep(view.state));
            return false;
          },
        },
        appendTransaction: (all, _, state) =>
          all.some((one) => one.getMeta('uiEvent') === 'paste') ? newStep(state) : null,
      }),
    ];
  },
});

/** What comes next is taken back without what came before. */
export const newStep = (state: EditorState) => closeHistory(state.tr);

/** The policy of the page leaves out the styles of whatever is parsed, and says so for each: they go by another name. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style[^>]*(?:>[\s\S]*?(?:<\/style>|$)|$)/gi, '')
    .replace(/<[a-z][^>]*(?:>|$)/gi, (tag) => tag.replace(/\sstyle\s*=/i, ' data-look='));

class PageParser extends DOMParser {
  override parseSlice(page: HTMLElement, options?: ParseOptions): Slice {
    for (const one of page.querySelectorAll<HTMLElement>('[data-look]')) {
      one.style.cssText = one.dataset.look ?? '';
      // A link has a line below it anyway.
      if (one.closest('a')) one.style.textDecoration = '';
    }
    for (const table of page.querySelectorAll('table')) unfold(table);
    for (const item of page.querySelectorAll<HTMLElement>('p[data-look*=mso-list]')) enlist(item);
    return super.parseSlice(page, options);
  }
}

/** The cells of a sheet become lines; those that a page was laid out with come one below the other. */
function unfold(table: HTMLTableElement): void {
  const of = table.ownerDocument;
  const rows = [...table.rows].map((row) => [...row.cells]);
  const isSheet = rows.flat().every((cell) => !cell.querySelector('table, ul, ol, :is(p, div) ~ :is(p, div)'));
  if (!isSheet) {
    for (const cell of rows.flat()) cell.replaceChildren(made(of, 'div', ...cell.childNodes));
    return;
  }
  for (const end of table.querySelectorAll('br')) end.replaceWith(' ');
  for (const block of table.querySelectorAll('td :is(p, div), th :is(p, div)')) block.replaceWith(...block.childNodes);
  const lines = rows.map((cells) => cells.flatMap((cell, at) => [...(at > 0 ? [' | '] : []), ...cell.childNodes]));
  table.replaceWith(made(of, 'p', ...lines.flatMap((line, at) => [...(at > 0 ? [made(of, 'br')] : []), ...line])));
}

/** Word writes lists as paragraphs, each with a sign of its own. */
function enlist(item: HTMLElement): void {
  const sign = item.querySelector('[data-look*="mso-list:Ignore" i]');
  if (!sign) return;
  const of = item.ownerDocument;
  const kind = /^\s*\w+[.)]/.test(sign.textContent) ? 'ol' : 'ul';
  sign.remove();
  const before = item.previousElementSibling;
  let list = before?.matches('[data-word-list]') ? before : made(of, kind);
  if (list !== before) item.before(list);
  list.setAttribute('data-word-list', '');
  for (let level = Number(/level(\d)/.exec(item.dataset.look ?? '')?.[1] ?? 1); level > 1; level -= 1) {
    const parent = list.lastElementChild ?? list.appendChild(made(of, 'li'));
    const last = parent.lastElementChild;
    list = last?.matches('ul, ol') ? last : parent.appendChild(made(of, kind));
  }
  list.append(made(of, 'li', item));
}

/** Blank lines part paragraphs; a line that ends within one ends there as well. */
function paragraphsOf(text: string, schema: Schema): Slice {
  const { paragraph, hardBreak } = schema.nodes;
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((lines) =>
      paragraph!.create(
        null,
        lines
          .split('\n')
          .flatMap((line, at) => [...(at > 0 ? [hardBreak!.create()] : []), ...(line ? [schema.text(line)] : [])]),
      ),
    );
  return Slice.maxOpen(Fragment.from(paragraphs));
}

/** Of the page that was copied, which has no window: nothing in it is fetched. */
function made(of: Document, name: string, ...inside: (Node | string)[]): HTMLElement {
  const one = of.createElement(name);
  one.append(...inside);
  return one;
}
