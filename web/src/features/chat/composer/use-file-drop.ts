import { useCallback, useEffect, useRef, useState, type DragEvent as ReactDragEvent } from 'react';

/** Takes files for the next message. */
export type AttachFiles = (files: readonly File[]) => void;

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/**
 * Handles files dragged over a conversation. It passes dropped files to the function set with `setTake`. Files
 * dropped elsewhere, or while sending isn't possible, are ignored: otherwise the browser would leave the app and open
 * the file.
 */
export function useFileDrop() {
  const take = useRef<AttachFiles>(null);
  const setTake = useCallback((next: AttachFiles | null) => {
    take.current = next;
  }, []);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  const handlers = {
    onDragOver(event: ReactDragEvent) {
      if (take.current === null || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave(event: ReactDragEvent) {
      if (
        !(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))
      )
        setOver(false);
    },
    onDrop(event: ReactDragEvent) {
      setOver(false);
      if (take.current === null || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      take.current([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers, setTake };
}
