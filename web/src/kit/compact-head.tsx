import { useEffect, useState, type ReactNode, type RefObject } from 'react';

/**
 * <CompactHead head={head} mark={<Avatar …/>} title={club.name}>…main action…</CompactHead>
 * A bar at the top of the window with the page's title and main action, shown while `head` is scrolled out of view. It needs no
 * space on the page. Put it directly into `Page`, before the head.
 */
interface CompactHeadProps {
  head: RefObject<HTMLElement | null>;
  mark?: ReactNode;
  title: string;
  children?: ReactNode;
}

/** Height of the bar. */
const barPixels = 56;

export function CompactHead({ head, mark, title, children }: CompactHeadProps) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = head.current;
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        // A hidden page has no size, and its bar is hidden with it.
        if (entry && entry.boundingClientRect.height > 0)
          setShown(!entry.isIntersecting && entry.boundingClientRect.top < barPixels);
      },
      // What the bar would cover counts as out of view.
      { rootMargin: `${-barPixels}px 0px 0px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [head]);
  return (
    // A negative margin of an element without height doesn't cancel the gap of the grid; the margin of the next one does.
    <div data-sticky className="sticky top-(--top-bar) z-20 h-0 [&+*]:-mt-5">
      {isShown && (
        <div className="absolute -inset-x-4 top-0 flex h-[56px] animate-rise items-center gap-3 border-b border-line bg-surface px-4 sm:-inset-x-6 sm:px-6 lg:-inset-x-8 lg:px-8">
          {mark}
          {/* The page's heading already has this text. */}
          <p aria-hidden dir="auto" className="page-start min-w-0 flex-1 truncate font-bold">
            {title}
          </p>
          <div className="flex shrink-0 items-center gap-2">{children}</div>
        </div>
      )}
    </div>
  );
}
