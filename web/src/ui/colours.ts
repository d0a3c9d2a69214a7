import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

/** The brand's accent. Its colours come with the page, in the brand's own sheet; a step of the ramp is one of them. */
export const accent: MantineColorsTuple = [
  'var(--p-accent-soft)',
  'var(--p-accent-soft)',
  'var(--p-accent-line)',
  'var(--p-accent)',
  'var(--p-accent)',
  'var(--p-accent)',
  'var(--p-accent)',
  'var(--p-accent)',
  'var(--p-accent-hover)',
  'var(--p-accent-hover)',
];

/** Greys by day: warm paper. */
export const paper: MantineColorsTuple = [
  '#faf9f7',
  '#f5f3f0',
  '#ebe8e3',
  '#dfdbd4',
  '#c9c4bb',
  '#948e84',
  '#6b665d',
  '#4d4943',
  '#33302c',
  '#1f1d1a',
];

/** Greys by night: slate. */
export const slate: MantineColorsTuple = [
  '#eceeec',
  '#cfd4d1',
  '#a3aba7',
  '#7d8682',
  '#3c4542',
  '#2f3735',
  '#242b29',
  '#181d1c',
  '#131716',
  '#0e1211',
];

/**
 * Every colour of the product but the brand's, by day and by night. Components read these variables and never a step of a ramp, so that
 * a theme is one table. Pairs of text and ground hold at least 4.5:1 on canvas, surface, hover and selected.
 */
const table = {
  // Grounds.
  canvas: ['#f5f3f0', '#0f1312'],
  surface: ['#ffffff', '#161b1a'],
  sunken: ['#faf9f7', '#121615'],
  raised: ['#ffffff', '#1f2524'],
  // Hairline, edge of a chip, edge of an input.
  line: ['#e8e5e0', '#262d2b'],
  'line-strong': ['#d3cec6', '#38413e'],
  field: ['#968f85', '#626d68'],
  // Text; `faint` is never text to be read.
  ink: ['#1f1d1a', '#e9ebe9'],
  dim: ['#68635a', '#9fa8a4'],
  faint: ['#a8a298', '#66706c'],
  // Under the pointer, pressed or current.
  hover: ['rgb(55 45 25 / 4.5%)', 'rgb(220 240 232 / 4.5%)'],
  press: ['rgb(55 45 25 / 8%)', 'rgb(220 240 232 / 9%)'],
  // Internal notes, nothing else.
  note: ['#fff7db', '#27220f'],
  'note-line': ['#ecdca0', '#514519'],
  'note-ink': ['#6a5108', '#e6cf85'],
  // Letters to third parties, nothing else.
  side: ['#f3effc', '#201a30'],
  'side-line': ['#d6c9f0', '#443766'],
  'side-ink': ['#5b3d9e', '#c9b6f7'],
  // States; `mark` is for dots and bars.
  danger: ['#b3261e', '#ff9489'],
  'danger-soft': ['#fdeeec', '#351917'],
  'danger-mark': ['#d63a30', '#f0655a'],
  warn: ['#8f5200', '#eeb35e'],
  'warn-soft': ['#fdf1de', '#302310'],
  'warn-mark': ['#d98a17', '#e0a03c'],
  ok: ['#1d7440', '#74cf92'],
  'ok-soft': ['#e7f5ec', '#14291b'],
  'ok-mark': ['#2fa35c', '#3fb56d'],
  fuse: ['#bdb7ad', '#4a5450'],
  'shade-1': ['rgb(45 35 15 / 8%)', 'rgb(0 0 0 / 30%)'],
  'shade-2': ['rgb(45 35 15 / 16%)', 'rgb(0 0 0 / 55%)'],
  'shade-3': ['rgb(45 35 15 / 28%)', 'rgb(0 0 0 / 70%)'],
  // A product's colour is the company's choice: its hue survives, the lightness is ours, so it can always be read.
  'chip-l-text': ['0.43', '0.82'],
  'chip-l-back': ['0.955', '0.29'],
  'chip-c-back': ['0.03', '0.05'],
} as const satisfies Record<string, readonly [day: string, night: string]>;

/** What the brand's sheet brings (the server makes it: platform/brands/accent.ts). */
type OfBrand = 'accent' | 'accent-hover' | 'on-accent' | 'accent-soft' | 'accent-line' | 'selected' | 'brand-ground';
type Name = keyof typeof table | OfBrand;

/** Mantine's variables in terms of ours, so that its components follow without overrides. */
const mantine = {
  body: 'surface',
  text: 'ink',
  dimmed: 'dim',
  placeholder: 'dim',
  anchor: 'accent',
  error: 'danger',
  default: 'surface',
  'default-hover': 'canvas',
  'default-border': 'line-strong',
  'default-color': 'ink',
  disabled: 'hover',
  'disabled-color': 'faint',
  'disabled-border': 'line',
  'accent-light': 'accent-soft',
  'accent-light-color': 'accent',
  'accent-light-hover': 'accent-line',
  'accent-outline': 'accent',
  'accent-outline-hover': 'accent-soft',
  'gray-light-color': 'dim',
  'gray-light-hover': 'hover',
} as const satisfies Record<string, Name>;

const primary = {
  filled: 'accent',
  'filled-hover': 'accent-hover',
  contrast: 'on-accent',
  light: 'accent-soft',
  'light-color': 'accent',
} as const satisfies Record<string, Name>;

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--p-fast': '120ms', '--p-calm': '180ms', '--p-ease': 'cubic-bezier(.2,.8,.2,1)' },
  light: scheme(0),
  dark: scheme(1),
});

function scheme(which: 0 | 1): Record<string, string> {
  const rename = (prefix: string, names: Record<string, Name>) =>
    Object.entries(names).map(([name, ours]) => [`${prefix}${name}`, `var(--p-${ours})`] as const);
  return Object.fromEntries([
    ...Object.entries(table).map(([name, pair]) => [`--p-${name}`, pair[which]] as const),
    ...rename('--mantine-color-', mantine),
    ...rename('--mantine-primary-color-', primary),
  ]);
}

/** Offered for a product. The hues are far enough apart to be told from one another at the size of a dot. */
export const productColours = [
  { name: 'rust', value: '#d9480f' },
  { name: 'amber', value: '#e67700' },
  { name: 'moss', value: '#5c940d' },
  { name: 'fir', value: '#2b8a3e' },
  { name: 'petrol', value: '#0b7285' },
  { name: 'blue', value: '#1971c2' },
  { name: 'violet', value: '#7048e8' },
  { name: 'plum', value: '#9c36b5' },
  { name: 'rose', value: '#c2255c' },
  { name: 'grey', value: '#495057' },
] as const;
