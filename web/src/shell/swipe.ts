import { swipePx } from '#contract/layout.ts';

/** Width of the area at the window's edge in which a swipe to open starts, in pixels. */
const edgePx = 32;

interface Swipe {
  isOpen: () => boolean;
  open: () => void;
  close: () => void;
}

/** A swipe of 40 px from the start edge opens a menu, and 40 px back closes it. Returns a function that stops it. */
export function listenForSwipes({ isOpen, open, close }: Swipe): () => void {
  let begin: { x: number; y: number } | null = null;
  const onStart = ({ touches }: TouchEvent) => {
    const touch = touches.length === 1 ? touches[0] : undefined;
    begin = touch ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const onMove = ({ touches }: TouchEvent) => {
    const touch = touches[0];
    if (!begin || !touch) return;
    const isRtl = document.documentElement.dir === 'rtl';
    const along = (touch.clientX - begin.x) * (isRtl ? -1 : 1);
    // Mostly vertical movement is scrolling.
    if (Math.abs(along) < swipePx || Math.abs(along) < Math.abs(touch.clientY - begin.y)) return;
    const fromEdge = isRtl ? window.innerWidth - begin.x : begin.x;
    begin = null;
    if (along < 0 && isOpen()) close();
    else if (along > 0 && !isOpen() && fromEdge <= edgePx) open();
  };
  window.addEventListener('touchstart', onStart, { passive: true });
  window.addEventListener('touchmove', onMove, { passive: true });
  return () => {
    window.removeEventListener('touchstart', onStart);
    window.removeEventListener('touchmove', onMove);
  };
}
