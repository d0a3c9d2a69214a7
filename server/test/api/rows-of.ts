import type { Answer } from './api-client.ts';

/** A filter that finds rows by id. */
export const byId = (...ids: number[]) => ({ filter: { conditions: [['id', 'in', ids]] } });

/** The rows of a good answer; throws with what was answered instead. */
// biome-ignore lint/suspicious/noExplicitAny: rows of every entity
export const rows = (answer: Answer, entity: string): any[] => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data[entity];
};

/** A time as it travels. */
export const time = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
