import i18next from 'i18next';
import type { Message } from './message.ts';

/** Whom a message is by. Of a customer there is always a name or an address, until their data are erased. */
export const authorName = ({ author, from }: Pick<Message, 'author'> & Partial<Pick<Message, 'from'>>): string =>
  author.name ||
  from?.name ||
  from?.address ||
  i18next.t(author.kind === 'customer' ? 'thread.erased_customer' : 'thread.event.system');
