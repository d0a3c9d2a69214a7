import type { MimeTree } from './mime-tree.ts';
import type { Bounce } from './parsed-mail.ts';
import type { SelectedBody } from './select-body.ts';
export function readBounce(_tree: MimeTree, _body: SelectedBody): Bounce | null {
  return null;
}
