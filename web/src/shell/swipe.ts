import { swipePx } from '#contract/layout.ts';

/** Pixels from the window's edge in which a swipe that opens begins. */
const edgePx = 32;

interface Swipe {
  isOpen: () => boolean;
  open: () => void;
  close: () => void;
}

/** A finger that travels 40 px from the start edge opens a menu, 40 px back towards it closes it; answers how to stop. */
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
    // A finger that rather goes up or down scrolls.
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
