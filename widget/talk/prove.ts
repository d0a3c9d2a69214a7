/** So many take some 6 ms at a desk, and 20 on a phone of the middle. */
const atOnce = 512;

/**
 * Works out what the server asks of whoever begins one conversation too many: see `proof` of `chat/begin`. Browsers resolve
 * one hash after the other before they turn to what is pressed and drawn, so it lets go of the page in between.
 */
export async function prove(task: string): Promise<string> {
  for (let tried = 0; ; tried++) {
    if (tried % atOnce === 0) await new Promise((done) => setTimeout(done));
    const proof = `${task}.${tried}`;
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof));
    if ((new Uint32Array(hash)[0] as number) % Number.parseInt(task, 10) === 0) return proof;
  }
}
