let context: AudioContext | undefined;

/** Browsers let a page sound once somebody has pressed something on it. */
export function mayRing(): void {
  context ??= new AudioContext();
  void context.resume();
}

/** Two short notes, drawn rather than fetched: no policy of a page can forbid them. */
export function ring(): void {
  if (context?.state !== 'running') return;
  for (const [at, pitch] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const [note, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at;
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(start + 0.25);
  }
}
