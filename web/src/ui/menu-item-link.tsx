import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> & {
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
};

/** A menu item that goes somewhere. */
export const MenuItemLink = createLink((props: MenuItemProps & AnchorProps) => <Menu.Item component="a" {...props} />);
