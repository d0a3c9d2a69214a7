import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A page's sound as browsers keep it: `resume` waits until somebody has touched the page. */
class FakeAudioContext {
  static isTouched = false;
  static started: number[] = [];
  state = 'suspended';
  currentTime = 0;
  destination = {};
  resume() {
    if (!FakeAudioContext.isTouched) return new Promise<void>(() => {});
    this.state = 'running';
    return Promise.resolve();
  }
  createOscillator() {
    const note = { frequency: { value: 0 }, connect: (to: unknown) => to, stop: () => {} };
    return { ...note, start: (at: number) => FakeAudioContext.started.push(at) };
  }
  createGain() {
    const plan = () => {};
    const gain = { setValueAtTime: plan, linearRampToValueAtTime: plan, exponentialRampToValueAtTime: plan };
    return { gain, connect: (to: unknown) => to };
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeAudioContext);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that nobody has touched does not ring seconds later, for what was new then, when somebody does', async () => {
  const { mayChime } = await import('./chime.ts');
  const userActivation = { hasBeenActive: false };
  vi.stubGlobal('navigator', { userActivation });
  const { promise, resolve } = Promise.withResolvers<void>();
  const resume = vi.spyOn(FakeAudioContext.prototype, 'resume').mockImplementation(function (this: FakeAudioContext) {
    return promise.then(() => {
      this.state = 'running';
    });
  });
  const may = mayChime();
  await vi.advanceTimersByTimeAsync(1000);
  resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await may).toBe(false);
  resume.mockRestore();
  vi.resetModules();
});

test('what a browser kept silent is missed: it does not sound all at once when somebody touches the page', async () => {
  const { mayChime, playChime } = await import('./chime.ts');
  const held = [playChime(), playChime(), mayChime()];
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await Promise.all(held)).toEqual([undefined, undefined, false]);
  expect(FakeAudioContext.started).toEqual([]);

  FakeAudioContext.isTouched = true;
  await playChime();
  expect(FakeAudioContext.started).toEqual([0, 0.12]);
  expect(await mayChime()).toBe(true);
});
