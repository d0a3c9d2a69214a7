const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.12 },
] as const;
const loudness = 0.08;
const ringSeconds = 0.35;
/** A browser that lets a page sound says so soon; on a busy machine later. */
const patienceMs = 10_000;
/** Where nobody has touched the page it hardly ever may, and whoever touches it later did not ask for what has passed. */
const untouchedPatienceMs = 300;
let context: AudioContext | undefined;

/**
 * Whether this page may sound: browsers keep one silent until somebody has touched it. What was to sound before is missed,
 * and not made up for.
 */
export async function mayChime(): Promise<boolean> {
  context ??= new AudioContext();
  const sound = context;
  const isOn = () => sound.state === 'running';
  if (isOn()) return true;
  const isUntouched = 'userActivation' in navigator && !navigator.userActivation.hasBeenActive;
  const isRefused = new Promise((resolve) => setTimeout(resolve, isUntouched ? untouchedPatienceMs : patienceMs));
  await Promise.race([sound.resume().catch(() => {}), isRefused]);
  return isOn();
}

/** Two soft notes, where the page may sound. */
export async function playChime(): Promise<void> {
  if (!(await mayChime()) || !context) return;
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
