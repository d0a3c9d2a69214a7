import { createContext, type ReactElement, type ReactNode, Suspense, useState } from 'react';

type Props = { opened: boolean; button: ReactElement; children: ReactNode };

/** What had the focus when the menu was asked for. The button that was pressed has gone when the menu comes with its own. */
export const FocusBefore = createContext<Element | null>(null);

/** A menu that is fetched when it is opened for the first time; until then its button stands alone. */
export function WhenOpened({ opened, button, children }: Props) {
  const [focusBefore, setFocusBefore] = useState(() => (opened ? document.activeElement : null));
  if (opened && !focusBefore) setFocusBefore(document.activeElement);
  if (!opened && !focusBefore) return button;
  return (
    <Suspense fallback={button}>
      <FocusBefore value={focusBefore}>{children}</FocusBefore>
    </Suspense>
  );
}
