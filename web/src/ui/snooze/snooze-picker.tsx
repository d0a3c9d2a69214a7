import type { ComponentProps, ReactElement } from 'react';
import type { SnoozeChoice } from '#contract/snoozes.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { learnLater } from '../../i18n/language.ts';
import { WhenOpened } from '../when-opened.tsx';

export type SnoozePickerProps = {
  opened: boolean;
  setOpened: (opened: boolean) => void;
  onChoose: (choice: SnoozeChoice) => void;
  /** The button that opens it. */
  children: ReactElement<ComponentProps<'button'>>;
};

// Reading what people type takes words that no list waits for.
const SnoozeMenu = lazyPart(async () => {
  const [file] = await Promise.all([import('./snooze-menu.tsx'), learnLater('snooze')]);
  return { default: file.SnoozeMenu };
});

/** Until when to put something off, and why: a menu behind a button. */
export function SnoozePicker(props: SnoozePickerProps) {
  return (
    <WhenOpened opened={props.opened} button={props.children}>
      <SnoozeMenu {...props} />
    </WhenOpened>
  );
}
