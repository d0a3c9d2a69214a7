import type { ComponentProps } from 'react';
import c from './tick-box.module.css';

/**
 * A box to tick in the row of a list or a table, named by its `aria-label`. It looks like the one of a form, which is seven
 * components: a page of rows waits for them.
 */
export function TickBox({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...rest} type="checkbox" className={`${c.box} ${className}`} data-thumb />;
}
