import { type Random, seededRandom } from '../random.ts';
import { type Canvas, type Colour, paintPng } from './png.ts';

const width = 480;
const height = 360;

/** What a customer photographs, drawn: the same seed draws the same. */
export const pictures = {
  'photo-scratch': (seed: number) => picture(seed, scratchedTable),
  'photo-box': (seed: number) => picture(seed, dentedBox),
  'photo-swatch': (seed: number) => picture(seed, swatches),
  'photo-room': (seed: number) => picture(seed, livingRoom),
  plan: (seed: number) => picture(seed, floorPlan),
  screenshot: (seed: number) => picture(seed, statement),
} as const;

const picture = (seed: number, draw: (canvas: Canvas, random: Random) => void) =>
  paintPng(width, height, (canvas) => draw(canvas, seededRandom(seed)));

function scratchedTable(canvas: Canvas, random: Random): void {
  wood(
    canvas,
    random,
    [
      [168, 118, 70],
      [150, 98, 58],
      [186, 142, 98],
    ][random.between(0, 2)] as unknown as Colour,
  );
  const [x, y, radius] = [random.between(180, 300), random.between(140, 220), random.between(46, 70)];
  for (let angle = 0; angle < Math.PI * 2; angle += 0.004)
    for (let depth = -4; depth <= 4; depth++)
      canvas.set(
        x + Math.cos(angle) * (radius + depth),
        y + Math.sin(angle) * (radius + depth) * 0.72,
        [222, 200, 172],
      );
  line(canvas, [x - 120, y + 70], [x + 60, y + 96], 2, [92, 58, 34]);
}

function dentedBox(canvas: Canvas, random: Random): void {
  fill(canvas, 0, 0, width, height, [120, 126, 128]);
  fill(canvas, 70, 60, 340, 250, [176, 134, 88]);
  for (let y = 60; y < 310; y += 7) fill(canvas, 70, y, 340, 1, [166, 124, 80]);
  fill(canvas, 215, 60, 44, 250, [206, 178, 132]);
  const [x, y] = [random.between(290, 350), random.between(200, 260)];
  for (let radius = 60; radius > 0; radius -= 1)
    disc(canvas, x, y, radius, [176 - (60 - radius), 134 - (60 - radius), 88 - (60 - radius) * 0.8]);
  line(canvas, [x - 40, y - 20], [x + 44, y + 30], 3, [70, 46, 26]);
}

function swatches(canvas: Canvas, random: Random): void {
  wood(canvas, random, [196, 160, 116]);
  const colours = random.shuffle<Colour>([
    [92, 112, 78],
    [78, 92, 106],
    [160, 84, 56],
    [208, 196, 172],
  ]);
  colours.slice(0, 3).forEach((colour, i) => {
    for (let y = 90; y < 270; y++)
      for (let x = 40 + i * 140; x < 160 + i * 140; x++) {
        const thread = ((x >> 1) + (y >> 1)) % 2 === 0 ? 8 : -8;
        canvas.set(x, y, [colour[0] + thread, colour[1] + thread, colour[2] + thread]);
      }
  });
}

function livingRoom(canvas: Canvas, random: Random): void {
  fill(
    canvas,
    0,
    0,
    width,
    240,
    random.pick<Colour>([
      [228, 222, 210],
      [206, 214, 208],
      [222, 206, 196],
    ]),
  );
  fill(canvas, 0, 240, width, 120, [158, 118, 78]);
  for (let x = 0; x < width; x += 60) fill(canvas, x, 240, 1, 120, [134, 98, 62]);
  fill(canvas, 40, 40, 120, 130, [190, 216, 230]);
  fill(canvas, 98, 40, 4, 130, [244, 242, 238]);
  const sofa = random.pick<Colour>([
    [92, 112, 78],
    [160, 84, 56],
    [78, 92, 106],
  ]);
  fill(canvas, 180, 170, 240, 60, sofa);
  fill(canvas, 170, 220, 260, 50, [sofa[0] + 14, sofa[1] + 14, sofa[2] + 14]);
  fill(canvas, 180, 270, 10, 22, [60, 44, 30]);
  fill(canvas, 410, 270, 10, 22, [60, 44, 30]);
  fill(canvas, 60, 200, 4, 100, [60, 60, 60]);
  disc(canvas, 62, 190, 26, [248, 226, 168]);
}

function floorPlan(canvas: Canvas, random: Random): void {
  fill(canvas, 0, 0, width, height, [252, 252, 250]);
  const ink: Colour = [40, 44, 52];
  const wall = random.between(180, 300);
  for (const [from, to] of [
    [
      [40, 40],
      [440, 40],
    ],
    [
      [440, 40],
      [440, 320],
    ],
    [
      [440, 320],
      [40, 320],
    ],
    [
      [40, 320],
      [40, 40],
    ],
    [
      [wall, 40],
      [wall, 210],
    ],
  ] as const)
    line(canvas, from, to, 6, ink);
  fill(canvas, wall - 4, 214, 8, 60, [252, 252, 250]);
  for (let angle = 0; angle < Math.PI / 2; angle += 0.01)
    canvas.set(wall + Math.cos(angle) * 60, 274 - Math.sin(angle) * 60, ink);
  fill(canvas, 60, 240, 110, 56, [214, 206, 196]);
  fill(canvas, 340, 70, 70, 110, [214, 206, 196]);
  for (let x = 40; x <= 440; x += 40) fill(canvas, x, 334, 1, 10, [120, 124, 130]);
}

function statement(canvas: Canvas, random: Random): void {
  fill(canvas, 0, 0, width, height, [246, 247, 249]);
  fill(canvas, 0, 0, width, 46, [38, 70, 120]);
  const marked = random.between(2, 4);
  for (let row = 0; row < 7; row++) {
    const y = 66 + row * 40;
    fill(canvas, 24, y, 432, 30, [255, 255, 255]);
    fill(canvas, 36, y + 11, random.between(90, 220), 8, [120, 128, 140]);
    fill(canvas, 384, y + 11, 56, 8, row === marked || row === marked + 1 ? [190, 50, 40] : [90, 98, 110]);
  }
  const y = 64 + marked * 40;
  for (const [from, to] of [
    [
      [20, y],
      [460, y],
    ],
    [
      [460, y],
      [460, y + 76],
    ],
    [
      [460, y + 76],
      [20, y + 76],
    ],
    [
      [20, y + 76],
      [20, y],
    ],
  ] as const)
    line(canvas, from, to, 3, [214, 60, 48]);
}

function wood(canvas: Canvas, random: Random, base: Colour): void {
  const [wave, shift] = [random.between(30, 60), random.fraction() * 9];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grain = Math.round(Math.sin((y + Math.sin(x / wave + shift) * 9) / 3.4 + shift) * 3) * 4;
      canvas.set(x, y, [base[0] + grain, base[1] + grain, base[2] + grain]);
    }
}

function fill(canvas: Canvas, left: number, top: number, wide: number, high: number, colour: Colour): void {
  for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) canvas.set(x, y, colour);
}

function disc(canvas: Canvas, x: number, y: number, radius: number, colour: Colour): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++)
      if (dx * dx + dy * dy <= radius * radius) canvas.set(x + dx, y + dy, colour);
}

type Point = readonly [x: number, y: number];

function line(canvas: Canvas, from: Point, to: Point, thickness: number, colour: Colour): void {
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])));
  for (let step = 0; step <= steps; step++) {
    const x = from[0] + ((to[0] - from[0]) * step) / steps;
    const y = from[1] + ((to[1] - from[1]) * step) / steps;
    fill(canvas, Math.round(x - thickness / 2), Math.round(y - thickness / 2), thickness, thickness, colour);
  }
}
