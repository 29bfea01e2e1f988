import { useCallback, useEffect, useRef, useState, type DragEvent as ReactDragEvent } from 'react';

/** Takes files for the next message; null while none can be written. */
export type TakeFiles = (files: readonly File[]) => void;

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') === true;

/**
 * Files that are dragged over a conversation: dropped anywhere in it they go to whom `setTake` has named. Dropped beside it, or where nothing can
 * be written, they go nowhere: the browser would leave the campus and show the file.
 */
export function useFileDrop() {
  const take = useRef<TakeFiles>(null);
  const setTake = useCallback((next: TakeFiles | null) => {
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
