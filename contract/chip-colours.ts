/** Tried in turn when nobody chose one: hues far enough apart to tell chips and dots from each other. */
export const chipColours = [
  '#d9480f',
  '#1971c2',
  '#7048e8',
  '#5c940d',
  '#c2255c',
  '#0b7285',
  '#495057',
  '#e67700',
] as const;
