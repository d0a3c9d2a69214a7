import { type ReactElement, type ReactNode, Suspense, useState } from 'react';

type Props = { opened: boolean; button: ReactElement; children: ReactNode };

/** A menu that is fetched when it is opened for the first time; until then its button stands alone. */
export function WhenOpened({ opened, button, children }: Props) {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened ? <Suspense fallback={button}>{children}</Suspense> : button;
}
