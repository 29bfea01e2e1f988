import { useEffect, useState, type KeyboardEvent } from 'react';

/** Frames in which a moved row gets the focus. */
const focusFrames = 8;

interface Focused {
  readonly area: HTMLElement;
  readonly id: string;
  /** The label of the button in the row, or null for the row. */
  readonly label: string | null;
}

/**
 * Alt+↑ and Alt+↓ move the row of a list that contains the focus. Put `onKeyDownCapture` on an element around a `SortableList`. The focus
 * stays on the row, or on its button.
 */
export function useMoveKeys({
  ids,
  onMove,
}: {
  ids: readonly string[];
  onMove: (from: number, to: number) => void;
}): { onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void } {
  const [focused, setFocused] = useState<Focused | null>(null);
  useEffect(() => {
    if (focused === null) return;
    const { area, id, label } = focused;
    // The list renders a moved row again a moment later, and then its element loses the focus.
    let frames = 0;
    let request = 0;
    const give = () => {
      const { activeElement: at } = document;
      const row = area.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(id)}"]`);
      const wanted =
        [...(row?.querySelectorAll<HTMLElement>('[aria-label]') ?? [])].find(
          (one) => one.ariaLabel === label,
        ) ?? row;
      if ((at === null || at === document.body || area.contains(at)) && wanted !== at)
        wanted?.focus();
      frames += 1;
      if (frames < focusFrames) request = requestAnimationFrame(give);
    };
    give();
    return () => cancelAnimationFrame(request);
  }, [focused]);
  return {
    onKeyDownCapture(event) {
      // From here on, the person decides where the focus is.
      setFocused(null);
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey) return;
      if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
      const target = event.target as HTMLElement;
      const id = target.closest<HTMLElement>('[role=row]')?.dataset['key'];
      const from = id === undefined ? -1 : ids.indexOf(id);
      if (from < 0) return;
      event.preventDefault();
      event.stopPropagation();
      const to = from + (key === 'ArrowUp' ? -1 : 1);
      onMove(from, Math.min(Math.max(to, 0), ids.length - 1));
      const label = target.getAttribute('role') === 'row' ? null : target.ariaLabel;
      setFocused({ area: event.currentTarget, id: ids[from] ?? '', label });
    },
  };
}
