import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { waitText } from '../i18n/wait-text.ts';

type Props = ButtonProps & { restSeconds: number; form?: string; children: ReactNode };

/** Sends the form it stands in. Where the server asked to wait, it rests and says for how long. */
export function SendButton({ restSeconds, children, ...props }: Props) {
  return (
    <Button type="submit" disabled={restSeconds > 0} {...props}>
      {restSeconds > 0 ? waitText(restSeconds) : children}
    </Button>
  );
}
