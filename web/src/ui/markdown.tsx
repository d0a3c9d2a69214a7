import { Fragment, type ReactNode } from 'react';

/** The little Markdown that legal pages need: headings, paragraphs, lists, bold text, links. All else stays as it is written. */
export function Markdown({ text }: { text: string }) {
  const blocks = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean);
  return blocks.map((block, index) => <Block key={index.toString()} text={block} />);
}

function Block({ text }: { text: string }) {
  const [, marks = '', heading = ''] = /^(#{1,3})\s+(.*)$/s.exec(text) ?? [];
  if (marks) {
    const Heading = `h${marks.length}` as 'h1' | 'h2' | 'h3';
    return <Heading>{inline(heading)}</Heading>;
  }
  if (/^[-*]\s/.test(text)) {
    const items = text.split(/\n(?=[-*]\s)/).map((item) => item.replace(/^[-*]\s+/, ''));
    return (
      <ul>
        {items.map((item) => (
          <li key={item}>{inline(item)}</li>
        ))}
      </ul>
    );
  }
  return <p>{inline(text)}</p>;
}

function inline(text: string): ReactNode {
  return text
    .split(/(\*\*[^*]+\*\*|\[[^\][]+\]\([^()\s]+\))/)
    .map((part, index) => <Fragment key={index.toString()}>{inlinePart(part)}</Fragment>);
}

function inlinePart(part: string): ReactNode {
  const bold = /^\*\*(.+)\*\*$/s.exec(part)?.[1];
  if (bold) return <b>{bold}</b>;
  const [, words, address] = /^\[([^\][]+)\]\(([^()]+)\)$/.exec(part) ?? [];
  if (!words || !address) return part;
  // Anything but these may be a script.
  return /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(address) ? <a href={address}>{words}</a> : words;
}
