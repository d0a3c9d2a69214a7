/**
 * What the chat uses of Preact, in a sixth of its bytes: every visitor of a site pays for them. It draws everything anew
 * whenever something changes, which suits one small panel, and keeps the elements that stay what they are.
 */
type Component = (props: Props) => unknown;
type Props = Record<string, unknown> & { children?: unknown };
type Wanted = { type: string | Component; props: Props; key: unknown };
/** What stands for something wanted: an element or a text, or what a component has drawn. */
type Made = { of: Wanted; dom?: Element | Text; kids: (Made | undefined)[]; slots: Slot[] };
type Slot = {
  value?: unknown;
  set?: (next: unknown) => void;
  needs?: readonly unknown[];
  end?: (() => void) | undefined;
};
type Root = { wanted: unknown; made: Made; box: Element };
/** Before which node the next one belongs. */
type Spot = { at: ChildNode | null };

const textType = '#';
const svgSpace = 'http://www.w3.org/2000/svg';
const roots = new WeakMap<Element, Root>();
let root: Root;
let drawn: Made;
let at = 0;
let due: (() => void)[] = [];
let isDue = false;

export const jsx = (type: Wanted['type'], props: Props, key?: unknown): Wanted => ({ type, props, key });
export const Fragment: Component = ({ children }) => children;

export function render(wanted: unknown, box: Element): void {
  root = roots.get(box) ?? { wanted, made: make(jsx(Fragment, {})), box };
  roots.set(box, root);
  root.wanted = wanted;
  fill(root.made, [wanted], box, { at: box.firstChild });
  const ran = due;
  due = [];
  for (const run of ran) run();
}

const make = (of: Wanted): Made => ({ of, kids: [], slots: [] });

/** Words are texts, lists have places of their own, and what is not shown keeps its place for when it is. */
function wantedOf(child: unknown): Wanted | undefined {
  if (child === null || child === undefined || typeof child === 'boolean') return undefined;
  if (Array.isArray(child)) return jsx(Fragment, { children: child });
  return typeof child === 'object' ? (child as Wanted) : jsx(textType, { children: String(child) });
}

function fill(made: Made, children: readonly unknown[], box: Element, spot: Spot): void {
  const old = made.kids;
  const pairs = children.map((child, place) => {
    const wanted = wantedOf(child);
    const is = (one: Made | undefined) => one?.of.type === wanted?.type && one?.of.key === wanted?.key;
    return [wanted, wanted && (wanted.key === undefined ? [old[place]] : old).find(is)] as const;
  });
  const kept = new Set(pairs.map(([, one]) => one));
  for (const one of old) if (one && !kept.has(one)) remove(one, spot);
  made.kids = pairs.map(([wanted, one]) => wanted && draw(wanted, one ?? make({ ...wanted, props: {} }), box, spot));
}

function draw(wanted: Wanted, made: Made, box: Element, spot: Spot): Made {
  const { type, props } = wanted;
  const before = made.of.props;
  made.of = wanted;
  if (typeof type === 'function') {
    [drawn, at] = [made, 0];
    const shown = type(props);
    fill(made, Array.isArray(shown) ? shown : [shown], box, spot);
    return made;
  }
  if (type === textType) {
    made.dom ??= document.createTextNode('');
    if (props.children !== before.children) (made.dom as Text).data = props.children as string;
  } else {
    const space = type === 'svg' ? svgSpace : (box.namespaceURI ?? '');
    made.dom ??= document.createElementNS(space, type);
    const dom = made.dom as HTMLElement;
    const { children } = props;
    for (const name in { ...before, ...props }) dress(dom, name, props[name], before[name]);
    fill(made, Array.isArray(children) ? children : [children], dom, { at: dom.firstChild });
  }
  if (made.dom !== spot.at) box.insertBefore(made.dom, spot.at);
  spot.at = made.dom.nextSibling;
  return made;
}

function dress(dom: HTMLElement, name: string, next: unknown, before: unknown): void {
  const fields = dom as unknown as Record<string, unknown>;
  if (name === 'ref') (next as { current: unknown }).current = dom;
  else if (name.startsWith('on')) fields[name.toLowerCase()] = next;
  // The visitor may have changed it since.
  else if (/^(value|checked)$/.test(name)) {
    if (before === undefined || fields[name] !== next) fields[name] = next;
  } else if (next === before || name === 'children') return;
  // By a sheet's own means, which no policy of a page forbids.
  else if (name === 'style')
    for (const part in next as object) dom.style.setProperty(part, (next as Props)[part] as string);
  else if (next === undefined || (next === false && name[4] !== '-')) dom.removeAttribute(name);
  else dom.setAttribute(name, next === true && name[4] !== '-' ? '' : String(next));
}

function remove({ dom, kids, slots }: Made, spot?: Spot): void {
  for (const { end } of slots) end?.();
  for (const one of kids) if (one) remove(one, dom ? undefined : spot);
  if (!dom || !spot) return;
  if (spot.at === dom) spot.at = dom.nextSibling;
  dom.remove();
}

const slot = (): Slot => (drawn.slots[at++] ??= {});

export function useState<T>(first: T): [T, (next: T | ((now: T) => T)) => void] {
  const mine = slot();
  const where = root;
  if (!mine.set) {
    mine.value = first;
    mine.set = (next) => {
      mine.value = typeof next === 'function' ? next(mine.value) : next;
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        render(where.wanted, where.box);
      });
    };
  }
  return [mine.value as T, mine.set as never];
}

export function useRef<T>(first: T): { current: T } {
  const mine = slot();
  mine.value ??= { current: first };
  return mine.value as { current: T };
}

/** Runs once everything stands in the page: at first, and whenever something that it needs is another. */
export function useEffect(run: () => unknown, needs?: readonly unknown[]): void {
  const mine = slot();
  const { needs: before } = mine;
  mine.needs = needs ?? [];
  if (before && needs?.every((one, place) => one === before[place])) return;
  due.push(() => {
    mine.end?.();
    mine.end = run() as (() => void) | undefined;
  });
}

export { jsx as jsxs, useEffect as useLayoutEffect };
