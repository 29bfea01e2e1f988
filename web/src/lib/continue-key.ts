import { useEffect, useEffectEvent } from 'react';

/** Runs Ctrl+Enter (⌘+Enter) anywhere on a page, such as for the next step of a form. Null does nothing. */
export function useContinueKey(run: (() => void) | null): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || run === null) return;
    // In a dialog, the key belongs to its form.
    if ((event.target as Element).closest('[role=dialog], [role=alertdialog]') !== null) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
