import { Menu, type MenuItemProps } from '@mantine/core';
import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { type Pointed, Tip } from './tip.tsx';

type Control = Pointed & {
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  'aria-disabled'?: boolean;
  'aria-description'?: string;
};

/**
 * A button that is off for a reason: it stays where the hand knows it, can be reached, does nothing, and says why to the
 * pointer, the finger, the keyboard and a screen reader. Without a reason it is as it was, with `label` as its tooltip.
 */
export function WhyNot(props: { reason: string | undefined; label?: ReactNode; children: ReactElement<Control> }) {
  const { reason, label, children } = props;
  const isOff = reason !== undefined;
  return (
    <Tip label={reason ?? label} isForAll={isOff} {...(isOff && { multiline: true, maw: 280 })}>
      {isOff ? cloneElement(children, { ...off, 'aria-description': reason, onClick: stay }) : children}
    </Tip>
  );
}

/** The same in a menu, where the reason stands under the words. */
export function WhyNotItem(props: { reason: string | undefined } & MenuItemProps & ComponentProps<'button'>) {
  const { reason, children, onClick, ...rest } = props;
  if (reason === undefined)
    return (
      <Menu.Item {...rest} onClick={onClick}>
        {children}
      </Menu.Item>
    );
  return (
    <Menu.Item {...rest} color="var(--p-dim)" aria-disabled closeMenuOnClick={false} onClick={stay}>
      {children}
      <small>{reason}</small>
    </Menu.Item>
  );
}

const off = { 'aria-disabled': true, 'data-disabled': true };
const stay = (event: MouseEvent) => event.preventDefault();
