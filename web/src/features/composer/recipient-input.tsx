import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import c from './recipients-field.module.css';

type Props = {
  label: string;
  isEmpty: boolean;
  autoFocus: boolean;
  onAdd: (text: string) => void;
  /** Backspace where nothing is typed. */
  onBack: () => void;
};

/** Where an address is typed or several are pasted. Enter, a comma, a blank after an address, or leaving takes them. */
export function RecipientInput({ label, isEmpty, autoFocus, onAdd, onBack }: Props) {
  const [typed, type] = useState('');
  const take = (text: string) => {
    onAdd(text);
    type('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ends =
      event.key === 'Enter' ||
      event.key === ',' ||
      event.key === ';' ||
      (event.key === ' ' && typed.includes('@') && !typed.includes('<'));
    if (ends && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      take(typed);
    } else if (event.key === 'Backspace' && typed === '') onBack();
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!text.includes('@')) return;
    event.preventDefault();
    take(typed + text);
  };
  return (
    <input
      className={c.input}
      data-empty={isEmpty || undefined}
      aria-label={label}
      type="text"
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      // Shown because its button was pressed: that is where the person goes on.
      // biome-ignore lint/a11y/noAutofocus: see above.
      autoFocus={autoFocus}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onBlur={() => take(typed)}
    />
  );
}
