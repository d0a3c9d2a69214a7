import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import c from './recipients-field.module.css';

type Props = {
  label: string;
  isEmpty: boolean;
  autoFocus: boolean;
  onAdd: (text: string) => void;
  /** Backspace where nothing is typed. */
  onBack: () => void;
};

/** Where an address is typed or several are pasted. Enter, a comma, a blank after an address, or leaving takes them, and so does sending. */
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
    const isHeld = event.ctrlKey || event.metaKey;
    if (ends && !isHeld && !event.nativeEvent.isComposing) {
      event.preventDefault();
      take(typed);
      // It sends, and whoever is only typed yet gets the letter too.
    } else if (event.key === 'Enter' && isHeld) flushSync(() => take(typed));
    else if (event.key === 'Backspace' && typed === '') onBack();
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
