import { useEffect, useEffectEvent, useState } from 'react';

/** No event says that a drag has left the window for good; without news for this long it has. */
const silenceMs = 300;

/**
 * Files dropped anywhere on the page go to the message being written: missing the composer must not make the browser
 * leave the page for the file. Answers whether files are being dragged; frames then let the pointer through
 * (`[data-file-drag]` on the root).
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = (on: boolean) => {
      clearTimeout(timer);
      setDragging(on);
      document.documentElement.toggleAttribute('data-file-drag', on);
      if (on) timer = setTimeout(() => turn(false), silenceMs);
    };
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      turn(true);
    };
    const onDrop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      turn(false);
      take(files);
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      turn(false);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return isDragging;
}
