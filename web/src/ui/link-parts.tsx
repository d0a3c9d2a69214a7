import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';

type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
  ref?: Ref<HTMLAnchorElement>;
  children?: ReactNode;
};

/** A button that goes somewhere: a link of the router, typed like one. */
export const ButtonLink = createLink((props: ButtonProps & AnchorProps) => <Button component="a" {...props} />);
