import { useEffect, useEffectEvent, useState } from 'react';

/** No event says that a drag has left the window for good; without news for this long it has. */
const silenceMs = 300;

/**
 * Files dropped anywhere on the page go to the message being written: missing the composer must not make the browser
 * leave the page for the file. Answers whether files are being dragged; frames then let the pointer through
 * (`[data-file-drag]` on the root).
 */
export function useFileDrop(onFiles: (files: File[], folders: string[]) => void): boolean {
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
      const { files, folders } = droppedIn(event.dataTransfer);
      if (files.length + folders.length === 0) return;
      event.preventDefault();
      turn(false);
      take(files, folders);
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

/** A folder comes as a file that cannot be read; only its entry tells. */
function droppedIn(data: DataTransfer | null): { files: File[]; folders: string[] } {
  const folders: string[] = [];
  const files: File[] = [];
  for (const item of data?.items ?? []) {
    const file = item.kind === 'file' ? item.getAsFile() : null;
    if (!file) continue;
    if (item.webkitGetAsEntry()?.isDirectory) folders.push(file.name);
    else files.push(file);
  }
  return { files, folders };
}
