/** What was asked for last and is not answered yet. */
let asked: { what: string; id: string } | undefined;

/** Asks by an id that stays while no good answer came: whoever asks for the same again has it made once. */
export async function askedOnce<T>(what: unknown, ask: (request_id: string) => Promise<T>): Promise<T> {
  const words = JSON.stringify(what);
  if (asked?.what !== words) asked = { what: words, id: crypto.randomUUID() };
  const answer = await ask(asked.id);
  asked = undefined;
  return answer;
}
