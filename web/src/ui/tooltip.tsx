import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

/**
 * Shows the name of an icon button: `<Tooltip text="Close"><button aria-label="Close">…`. Hidden from screen readers, which
 * read the name.
 */
interface TooltipProps {
  text: string;
  side?: 'top' | 'bottom' | 'end';
  children: ReactNode;
}

const delayMs = 500;

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isShown, setShown] = useState(false);

  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isShown) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setShown(false);
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('scroll', hide, { capture: true, once: true });
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', hide, { capture: true });
    };
  }, [isShown]);

  return (
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={(event) => {
        if (event.pointerType !== 'touch')
          timer.current = setTimeout(() => setShown(true), delayMs);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) setShown(true);
      }}
      onBlur={hide}
    >
      {children}
      {isShown && <Bubble text={text} side={side} wrapper={wrapper} />}
    </span>
  );
}

interface BubbleProps {
  text: string;
  side: 'top' | 'bottom' | 'end';
  /** The wrapper around the named control. */
  wrapper: RefObject<HTMLSpanElement | null>;
}

function Bubble({ text, side, wrapper }: BubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bubble.current;
    const anchor = wrapper.current?.firstElementChild;
    if (!element || !anchor) return;
    // In the top layer, dialogs and scroll containers don't clip it.
    element.showPopover?.();
    const of = anchor.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const isRtl = document.documentElement.dir === 'rtl';
    const gap = 8;
    let left = of.left + of.width / 2 - own.width / 2;
    let top =
      side === 'bottom' || of.top < own.height + gap ? of.bottom + gap : of.top - own.height - gap;
    if (side === 'end') {
      left = isRtl ? of.left - own.width - gap : of.right + gap;
      top = of.top + of.height / 2 - own.height / 2;
    }
    element.style.left = `${Math.max(gap, Math.min(left, document.documentElement.clientWidth - own.width - gap))}px`;
    element.style.top = `${top}px`;
    element.style.visibility = 'visible';
  }, [wrapper, side]);
  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden
      className="forced-edge pointer-events-none invisible fixed inset-auto m-0 max-w-64 rounded-control bg-ink px-2 py-1 text-xs font-medium text-canvas animate-appear"
    >
      {text}
    </span>
  );
}
