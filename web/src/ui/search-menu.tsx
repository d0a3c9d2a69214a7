import { Combobox, useCombobox } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Anchor } from './anchor.tsx';
import { holdKeys } from './held-keys.ts';
import c from './search-menu.module.css';
import { FocusBefore } from './when-opened.tsx';

type Props = {
  opened: boolean;
  setOpened: (opened: boolean) => void;
  typed: string;
  type: (typed: string) => void;
  /** What is typed here. */
  label: string;
  /** What is found here. */
  listLabel: string;
  /** Enter takes what stands first: with a letter typed, or at once. */
  isFirstChosen?: boolean | 'at once';
  width?: number;
  /** Of what is found, before it scrolls. */
  heightMax?: number;
  onChoose: (value: string) => void;
  /** `Combobox.Option`s, or what to say where there are none. */
  options: ReactNode;
  /** Between what is typed and what is found, with fields of its own. */
  header?: ReactNode;
  /** Below them, likewise. */
  footer?: ReactNode;
  /** The button that opens it. */
  children: ReactElement<ComponentProps<'button'>>;
};

/**
 * A menu that is searched by typing: arrows and Enter choose, Escape closes. What was typed is gone with it, and the focus
 * is back where it was: a list goes on from its row. It is made when it is opened for the first time.
 */
export function SearchMenu({ children, ...props }: Props) {
  const at = useRef<HTMLButtonElement>(null);
  const ref = useMergedRef(at, children.props.ref);
  const [isMade, setMade] = useState(props.opened);
  if (props.opened && !isMade) setMade(true);
  return (
    <>
      {cloneElement(children, { ref })}
      {isMade && <MadeMenu at={at} {...props} />}
    </>
  );
}

function MadeMenu(props: Omit<Props, 'children'> & { at: RefObject<HTMLElement | null> }) {
  const {
    at,
    opened,
    setOpened,
    typed,
    type,
    label,
    listLabel,
    isFirstChosen,
    width = 260,
    heightMax = 280,
    onChoose,
    options,
    header,
    footer,
  } = props;
  const box = useCombobox({ opened, onOpenedChange: setOpened });
  // The store learns of its own too late to be told beside what is typed.
  const listId = useId();
  // While the menu is being placed it cannot take the focus yet: the store waits for that.
  const enter = useEffectEvent(() => box.focusSearchInput());
  const isAwaited = useRef(false);
  const pressed = useContext(FocusBefore);
  const whence = useEffectEvent(() =>
    document.activeElement === document.body && pressed?.isConnected === false ? at.current : document.activeElement,
  );
  const leave = useEffectEvent((from: Element | null) => {
    type('');
    isAwaited.current = false;
    const isElsewhere = document.activeElement !== document.body && document.activeElement !== box.searchRef.current;
    if (!isElsewhere && from instanceof HTMLElement) from.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!opened) return;
    const from = whence();
    holdKeys();
    enter();
    return () => leave(from);
  }, [opened]);
  const chooseFirst = useEffectEvent(() => {
    if (isFirstChosen) box.selectFirstOption();
  });
  // Once what was typed has changed what is offered: before, the first one is another.
  useEffect(() => {
    if (typed !== '') chooseFirst();
  }, [typed]);
  const mayChoose = isFirstChosen === 'at once' || (isFirstChosen === true && typed !== '');
  const listOf = () => (box.listId !== null ? document.getElementById(box.listId) : null);
  const hasChosen = () => Boolean(listOf()?.querySelector('[data-combobox-selected]'));
  // The store counts, and what comes late stands above: keys go by what is seen to be chosen.
  const recount = () => {
    const all = [...(listOf()?.querySelectorAll('[data-combobox-option]') ?? [])];
    box.updateSelectedOptionIndex(all.findIndex((one) => one.hasAttribute('data-combobox-selected')));
  };
  // Who typed before anything was there to choose finds the first one chosen when it comes; whoever pressed Enter has it.
  const chooseLate = useEffectEvent(() => {
    if (mayChoose && listOf() && !hasChosen()) box.selectFirstOption();
    if (!isAwaited.current || !hasChosen()) return;
    isAwaited.current = false;
    recount();
    box.clickSelectedOption();
  });
  useEffect(() => {
    if (opened) chooseLate();
  });
  return (
    <Combobox
      store={box}
      onOptionSubmit={(value) => {
        setOpened(false);
        onChoose(value);
      }}
      width={width}
      position="bottom-start"
      // Where neither above nor below has room, as over a keyboard, it stands over what opened it.
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      shadow="md"
      withinPortal
      classNames={{ dropdown: c.dropdown ?? '', option: c.option ?? '', search: c.search ?? '', group: c.group ?? '' }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Anchor of={at} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          role="combobox"
          aria-expanded={opened}
          aria-controls={listId}
          aria-autocomplete="list"
          value={typed}
          onChange={(event) => {
            type(event.currentTarget.value);
            isAwaited.current = false;
            if (isFirstChosen) box.selectFirstOption();
            else box.updateSelectedOptionIndex();
          }}
          onKeyDown={({ key }) => {
            recount();
            if (key !== 'Enter') return;
            if (mayChoose && !hasChosen()) box.selectFirstOption();
            isAwaited.current = mayChoose && !hasChosen();
          }}
          placeholder={label}
          aria-label={label}
        />
        {header}
        <Combobox.Options id={listId} mah={heightMax} style={{ overflow: 'auto' }} aria-label={listLabel}>
          {options}
        </Combobox.Options>
        {footer}
      </Combobox.Dropdown>
    </Combobox>
  );
}
