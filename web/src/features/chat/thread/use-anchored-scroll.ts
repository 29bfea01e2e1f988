import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Maximum distance from the end that counts as being there, in pixels. */
const endPx = 60;
/** Distance from an edge at which more messages load, in pixels. */
const loadAheadPx = 900;

interface Anchor {
  readonly seq: string;
  readonly top: number;
}

/**
 * Keeps the visible messages in place while messages are added above and below. At the end, it stays at the end. The
 * browser's own scroll anchoring is off, because it does nothing at the very top, where older messages are added.
 * `version` changes with every render of the messages. `hasAfter` means that newer messages aren't loaded.
 */
export function useAnchoredScroll(
  scroller: RefObject<HTMLDivElement | null>,
  version: unknown,
  { hasAfter, onTop, onBottom }: { hasAfter: boolean; onTop: () => void; onBottom: () => void },
) {
  const anchor = useRef<Anchor | null>(null);
  const isStuck = useRef(true);
  // True if the user asked to jump to the end and it is still loading.
  const isEndWanted = useRef(false);
  const [isAtEnd, setAtEnd] = useState(true);

  const remember = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const { top } = box.getBoundingClientRect();
    // Finds the first visible message by binary search.
    const rows = box.querySelectorAll<HTMLElement>('[data-seq]');
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > top) high = middle;
      else low = middle + 1;
    }
    const row = rows[low];
    anchor.current =
      row === undefined
        ? null
        : { seq: row.dataset['seq'] ?? '', top: row.getBoundingClientRect().top - top };
  }, [scroller]);

  const look = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    if (below > endPx || !hasAfter) isEndWanted.current = false;
    isStuck.current = below <= endPx && (!hasAfter || isEndWanted.current);
    setAtEnd(isStuck.current);
    remember();
    if (box.scrollTop < loadAheadPx) onTop();
    if (below < loadAheadPx) onBottom();
  }, [scroller, remember, hasAfter, onTop, onBottom]);

  const hold = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    if (isStuck.current) box.scrollTop = box.scrollHeight;
    else if (anchor.current !== null) {
      const row = box.querySelector<HTMLElement>(`[data-seq="${anchor.current.seq}"]`);
      if (row !== null)
        box.scrollTop +=
          row.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.current.top;
    }
  }, [scroller]);

  useLayoutEffect(() => {
    hold();
    if (scroller.current !== null) look();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs after each drawing of another version, and then only
  }, [version]);

  // The screen keyboard and the composer change the list's height, and loading content changes the height of
  // messages. The end stays the end, and visible messages stay in place.
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const observer = new ResizeObserver(hold);
    observer.observe(box);
    if (box.firstElementChild !== null) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [scroller, hold]);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    isStuck.current = true;
    isEndWanted.current = true;
    box.scrollTop = box.scrollHeight;
  }, [scroller]);

  /** Scrolls a message to the center and highlights it briefly. Returns false if it isn't rendered. */
  const show = useCallback(
    (seq: number): boolean => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
      if (!row) return false;
      isStuck.current = false;
      isEndWanted.current = false;
      row.scrollIntoView({ block: 'center' });
      remember();
      row.dataset['found'] = '';
      setTimeout(() => delete row.dataset['found'], 1_800);
      row.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
      return true;
    },
    [scroller, remember],
  );

  /** If the unread messages are taller than the screen, their beginning is visible. */
  const revealLine = useCallback(() => {
    const box = scroller.current;
    const line = box?.querySelector('[data-unread-line]');
    if (!box || !line || box.scrollHeight <= box.clientHeight) return;
    line.scrollIntoView({ block: 'center' });
    isStuck.current = box.scrollHeight - box.clientHeight - box.scrollTop <= endPx;
    remember();
  }, [scroller, remember]);
  return { look, toEnd, show, revealLine, isAtEnd };
}
