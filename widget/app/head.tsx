import type { ComponentChildren } from 'preact';
import { Tool } from './icon.tsx';
import type { The } from './the.ts';

/** The head of every screen but the first: where one is, the way back, and the way out. */
export const Head = (props: {
  the: The;
  title: string;
  sub?: ComponentChildren;
  face?: ComponentChildren;
  children?: ComponentChildren;
}) => {
  const { the, title, sub, face, children } = props;
  return (
    <div class="head">
      <Tool of="back" label={the.words.back} on={() => the.go({ name: 'home' })} />
      {face}
      <div>
        <h2 tabIndex={-1}>{title}</h2>
        {sub && <small>{sub}</small>}
      </div>
      {children}
      <Tool of="close" label={the.words.close} on={the.close} />
    </div>
  );
};
