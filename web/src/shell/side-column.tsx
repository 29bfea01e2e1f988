import { useEffect, useRef, type ReactNode } from 'react';

/**
 * The column next to the main content. It stays in view: a column that is higher than the window scrolls to its end first. Below
 * lg, it follows the content. `--stuck` is the height of other elements that stick to the top of the window.
 */
export function SideColumn({ label, children }: { label?: string; children: ReactNode }) {
  const column = useRef<HTMLElement>(null);
  useEffect(() => {
    const shown = column.current;
    if (!shown) return undefined;
    const observer = new ResizeObserver(() =>
      shown.style.setProperty('--column-height', `${shown.offsetHeight}px`),
    );
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  return (
    <aside
      ref={column}
      aria-label={label}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 empty:hidden lg:sticky lg:top-[min(calc(1.5rem+var(--stuck,0px)+var(--top-bar)),calc(100dvh-var(--column-height,0px)-1.5rem))] lg:gap-5"
    >
      {children}
    </aside>
  );
}
