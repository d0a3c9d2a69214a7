import { type KeyboardEvent, useState } from 'react';

/** Whether Caps Lock is on, as far as the last key in a field told: a password cannot be seen to be in capitals. */
export function useCapsLock(): { isOn: boolean; onKey: (event: KeyboardEvent) => void } {
  const [isOn, setIsOn] = useState(false);
  return { isOn, onKey: (event) => setIsOn(event.getModifierState('CapsLock')) };
}
