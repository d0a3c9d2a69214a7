const paths = {
  close: 'M18 6 6 18M6 6l12 12',
  back: 'm15 6-6 6 6 6',
  dots: 'M4.5 12h1m6 0h1m6 0h1',
  send: 'M12 19V5m-6 6 6-6 6 6',
  alert: 'M12 8v5m0 3h.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  clip: 'm15 7-6.5 6.5a1.5 1.5 0 0 0 3 3L18 10a3 3 0 0 0-6-6l-6.5 6.5a4.5 4.5 0 0 0 9 9L21 13',
  file: 'M14 3v5h5M7 21h10a2 2 0 0 0 2-2V8l-5-5H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2Z',
  tick: 'm5 12 5 5L20 7',
  ticks: 'm7 12 5 5L22 7M2 12l5 5m5-5 5-5',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  bad: 'M9 10h.01M15 10h.01M9 16c2-2 4-2 6 0M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  fair: 'M9 10h.01M15 10h.01M9 15h6M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  good: 'M9 10h.01M15 10h.01M9 14c2 2 4 2 6 0M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ of, size = 18 }: { of: IconName; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[of]} />
  </svg>
);

export const Tool = ({
  of,
  label,
  on,
  ...more
}: {
  of: IconName;
  label: string;
  on: () => void;
  [more: `aria-${string}`]: unknown;
}) => (
  <button type="button" class="tool" aria-label={label} onClick={on} {...more}>
    <Icon of={of} size={20} />
  </button>
);

/** Two sides talking, drawn with nothing but lines: theirs, and ours. */
export const Lines = () => (
  <svg class="lines" viewBox="0 0 200 92" aria-hidden="true">
    <path d="M2 4h116M2 18h80M2 70h56M2 84h96" />
    <path d="M98 36h100M134 50h64" />
  </svg>
);
