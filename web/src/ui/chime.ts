const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
] as const;
const loudness = 0.08;
const ringSeconds = 0.35;
let context: AudioContext | undefined;

/** Two soft notes. Browsers stay silent until somebody has touched the page; then nothing is missed but a sound. */
export function playChime(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const { hertz, at } of notes) {
    const start = context.currentTime + at;
    const note = context.createOscillator();
    const volume = context.createGain();
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loudness, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + ringSeconds);
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(start + ringSeconds);
  }
}
