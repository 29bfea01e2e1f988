import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How near the end counts as being there, in pixels. */
const endPx = 60;
/** How far ahead of an edge more is asked for, in pixels. */
const aheadPx = 900;

interface Anchor {
  readonly seq: string;
  readonly top: number;
}

/**
 * Keeps what one looks at where it is while messages come above and below it. At the end it stays at the end. The browser's own
 * anchoring is off: it does nothing at the very top, where older messages come.
 * `version` changes with every change of what is drawn. `hasAfter`: its end is not the end of all.
 */
export function useAnchoredScroll(
  scroller: RefObject<HTMLDivElement | null>,
  version: unknown,
  { hasAfter, onTop, onBottom }: { hasAfter: boolean; onTop: () => void; onBottom: () => void },
) {
  const anchor = useRef<Anchor | null>(null);
  const isStuck = useRef(true);
  // The end was asked for, and is still on its way.
  const isEndWanted = useRef(false);
  const [isAtEnd, setAtEnd] = useState(true);

  const remember = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const { top } = box.getBoundingClientRect();
    // The first message that reaches into sight; they lie one below the other, so it is found by halving.
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
    if (box.scrollTop < aheadPx) onTop();
    if (below < aheadPx) onBottom();
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

  // The window of messages changes its height with the screen keyboard and the composer, and messages theirs with what loads in
  // them: the end stays the end, and what one looks at stays where it is.
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

  /** Brings a message into the middle and marks it for a moment; false when it is not drawn. */
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

  /** What is new begins in sight, where it is more than one screen. */
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
