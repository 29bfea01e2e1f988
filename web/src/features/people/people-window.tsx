import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/*
 * <PeopleWindow total={40_000} layout="grid" onRange={(first, last) => …}>{(index) => <PersonCard …/>}</PeopleWindow>
 * Draws only the rows near the window, so a list of any length scrolls without a stall. The page itself scrolls.
 */
interface PeopleWindowProps {
  label: string;
  total: number;
  layout: 'grid' | 'list';
  /** First and last index that are drawn; pages are fetched by it. */
  onRange: (first: number, last: number) => void;
  children: (index: number) => ReactNode;
}

/** Narrowest card in rem; as many columns as fit. */
const cardRem = 15.5;
const gapRem = 0.875;
const rowRem = { grid: 17, list: 4.75 } as const;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** How many columns fit in `width` pixels. */
export const columnsIn = (width: number, remPx: number): number =>
  Math.max(1, Math.floor((width + gapRem * remPx) / ((cardRem + gapRem) * remPx)));

export function PeopleWindow({ label, total, layout, onRange, children }: PeopleWindowProps) {
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ columns: 1, top: 0 });
  const columns = layout === 'grid' ? place.columns : 1;

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const next = { columns: columnsIn(box.width, rem()), top: Math.round(box.top + window.scrollY) };
      setPlace((now) => (now.columns === next.columns && now.top === next.top ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const rows = Math.ceil(total / columns);
  const gap = layout === 'grid' ? gapRem * rem() : 0;
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowRem[layout] * rem() + gap,
    overscan: 3,
    scrollMargin: place.top,
    getItemKey: (row) => `${columns}:${row}`,
  });
  const drawn = virtualizer.getVirtualItems();
  const first = (drawn[0]?.index ?? 0) * columns;
  const last = Math.min(total, ((drawn.at(-1)?.index ?? 0) + 1) * columns) - 1;

  useEffect(() => {
    if (total > 0) onRange(first, Math.max(first, last));
  }, [first, last, total, onRange]);

  return (
    <div ref={list} role="list" aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {drawn.map((row) => (
        <div
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          role="presentation"
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${row.start - place.top}px)`, paddingBottom: gap }}
        >
          <div
            role="presentation"
            className="grid"
            style={{ gap: `${gapRem}rem`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
              const index = row.index * columns + column;
              return (
                <div key={index} role="listitem" aria-setsize={total} aria-posinset={index + 1} className="min-w-0">
                  {children(index)}
                </div>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}
