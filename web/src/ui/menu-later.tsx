import { Menu, type MenuProps } from '@mantine/core';
import {
  type ComponentProps,
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Anchor } from './anchor.tsx';

type Props = Pick<MenuProps, 'position' | 'width'> & {
  button: ReactElement<ComponentProps<'button'>>;
  /** What stands in it, asked for when somebody comes near. */
  children: () => ReactNode;
  /** Where a key opens it as well. */
  opened?: boolean;
  setOpened?: (opened: boolean) => void;
};

/**
 * A menu behind a button, made when the pointer or the focus first comes to that: every letter has one, and hardly any is
 * ever opened. The button stays what it was.
 */
export function MenuLater({ button, children, opened: isAsked, setOpened, ...looks }: Props) {
  const id = useId();
  const at = useRef<HTMLButtonElement>(null);
  const [isMade, setMade] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const opened = isAsked ?? isOpen;
  const turn = setOpened ?? setOpen;
  if (opened && !isMade) setMade(true);
  return (
    <>
      {cloneElement(button, {
        ...{ ref: at, id, 'aria-haspopup': 'menu', 'aria-expanded': opened },
        ...(opened && { 'aria-controls': `${id}-dropdown` }),
        onPointerEnter: () => setMade(true),
        onFocus: () => setMade(true),
        onClick: (event: MouseEvent<HTMLButtonElement>) => {
          button.props.onClick?.(event);
          turn(!opened);
        },
      })}
      {isMade && (
        <MadeMenu id={id} at={at} opened={opened} setOpened={turn} {...looks}>
          {children}
        </MadeMenu>
      )}
    </>
  );
}

type MadeProps = Required<Pick<Props, 'opened' | 'setOpened' | 'children'>> &
  Pick<MenuProps, 'position' | 'width'> & { id: string; at: RefObject<HTMLElement | null> };

function MadeMenu({ at, opened, setOpened, children, ...rest }: MadeProps) {
  // It gives the focus back to where that was when it opened, so it is there before it opens.
  const [isThere, arrive] = useState(false);
  useEffect(() => arrive(true), []);
  return (
    <Menu opened={opened && isThere} onChange={setOpened} {...rest}>
      <Menu.Target>
        <Anchor of={at} />
      </Menu.Target>
      <Menu.Dropdown>{children()}</Menu.Dropdown>
    </Menu>
  );
}
