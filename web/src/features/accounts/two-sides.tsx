/** Turns of a talk: who (customer left, team right, a note of the team), how far down, and the lengths of its lines. */
const turns = [
  { side: 'customer', top: 96, lines: [230, 260, 140] },
  { side: 'team', top: 196, lines: [250, 200] },
  { side: 'customer', top: 272, lines: [120] },
  { side: 'team', top: 324, lines: [280, 240, 270, 90] },
  { side: 'note', top: 452, lines: [210, 120] },
  { side: 'customer', top: 528, lines: [260, 180] },
] as const;

const inks = {
  customer: { color: 'var(--p-brand-ink)', opacity: 0.28 },
  team: { color: 'var(--p-brand-line)', opacity: 0.75 },
  note: { color: '#e6cf85', opacity: 0.9 },
} as const;
const edges = { left: 80, right: 640 } as const;
const lineHeight = 24;

/** A conversation drawn with nothing but lines. */
export function TwoSides() {
  return (
    <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {turns.map(({ side, top, lines }) => {
        const isOurs = side !== 'customer';
        const { color, opacity } = inks[side];
        return (
          <g key={top} fill={color}>
            {lines.map((length, index) => (
              <rect
                key={length}
                x={isOurs ? edges.right - length : edges.left}
                y={top + index * lineHeight}
                width={length}
                height="6"
                rx="3"
                opacity={opacity}
              />
            ))}
            <rect
              x={isOurs ? edges.right + 16 : edges.left - 18}
              y={top - 8}
              width="2"
              height={(lines.length - 1) * lineHeight + 22}
              rx="1"
              opacity=".45"
            />
          </g>
        );
      })}
    </svg>
  );
}
