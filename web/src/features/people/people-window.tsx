import {
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useMessages } from '../../lib/messages.ts';
import { PersonCardSkeleton, PersonRowSkeleton } from './person-skeleton.tsx';

/*
 * <PeopleWindow label="…" total={40_000} layout="grid" onRange={(first, last) => …} draw={(index) => <PersonCard …/>} />
 * Renders only the rows near the viewport, so that lists of any length scroll smoothly. The page itself scrolls. All rows
 * have the same height, so positions are computed and nothing is measured while scrolling.
 */
export type Layout = 'grid' | 'list';

interface PeopleWindowProps {
  label: string;
  /** Undefined until known: a few skeletons are shown, which already determine the columns. */
  total: number | undefined;
  layout: Layout;
  /** First and last rendered index. The pages of data are loaded accordingly. */
  onRange: (first: number, last: number) => void;
  /** True if something next to the list appeared or disappeared, so that the columns are recalculated immediately. */
  isNarrowed?: boolean;
  /** The person who stays visible when the columns change. By default, it is the first visible row. */
  cachedUid?: string | undefined;
  /** Renders an index, or nothing while it loads. A new function re-renders all rows, so keep it stable. */
  draw: (index: number) => ReactNode;
}

/** Minimum width of a card in rem, which determines the number of columns. */
const cardRem = 15.5;
const gapRem = 0.875;
const rowRem = { grid: 17.125 + gapRem, list: 4.75 } as const;
/** Number of rows rendered beyond each edge of the viewport: about the same height in both layouts. */
const beyond = { grid: 1, list: 3 } as const;
/** Height above a list before scrolling, in rem. The first render contains only what is visible. */
const headRem = 11;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** Returns the number of columns in `width` pixels. */
export const columnsIn = (width: number, remPx: number): number =>
  Math.max(1, Math.floor((width + gapRem * remPx) / ((cardRem + gapRem) * remPx)));

interface Grid {
  readonly columns: number;
  /** Height of a row with the gap below it, in pixels. */
  readonly height: number;
}

const differ = (one: Grid, other: Grid) =>
  one.columns !== other.columns || Math.abs(one.height - other.height) >= 0.5;

/** Returns how far the kept person moves down in the list; null at the very top of the page, where no one needs to be kept. */
function shiftOf(kept: number, listTop: number, from: Grid, to: Grid): number | null {
  const offsetOf = (index: number, { columns, height }: Grid) =>
    Math.floor(index / columns) * height;
  const top = listTop + offsetOf(kept, from);
  const isSeen = kept >= 0 && top > -from.height && top < window.innerHeight;
  if (!isSeen && listTop >= 0) return null;
  const index = isSeen ? kept : Math.max(0, Math.ceil(-listTop / from.height)) * from.columns;
  return offsetOf(index, to) - offsetOf(index, from);
}

/** The last measurements per layout. The next list, and this one after going back, start with them, so that nothing jumps. */
const lastGrids: { -readonly [L in Layout]?: Grid } = {};

/** Before layout, assume as many columns as fit the window. */
const gridOf = (layout: Layout): Grid => {
  const px = rem();
  return (
    lastGrids[layout] ?? {
      columns: layout === 'grid' ? columnsIn(window.innerWidth, px) : 1,
      height: rowRem[layout] * px,
    }
  );
};

/** True if no list has been rendered since the app started. */
let isFirst = true;

/** Number of skeletons while a list loads. */
const awaited = { grid: 12, list: 8 } as const;

const looks = {
  grid: 'grid-cols-[repeat(auto-fill,minmax(15.5rem,1fr))] gap-3.5',
  list: 'grid-cols-[minmax(0,1fr)]',
} as const;

/**
 * Returns the first and last row near the viewport, for a list that starts `above` pixels over its top edge and may have
 * fewer rows.
 */
const rowsAt = (
  above: number,
  { height }: Grid,
  more: number,
): { first: number; last: number } => ({
  first: Math.floor(above / height) - more,
  last: Math.max(0, Math.floor((above + window.innerHeight) / height)) + more,
});

const atTop = (grid: Grid) => rowsAt(-headRem * rem(), grid, 0);

export function PeopleWindow({
  label,
  total,
  layout,
  isNarrowed = false,
  cachedUid,
  onRange,
  draw,
}: PeopleWindowProps) {
  const { t } = useMessages();
  const list = useRef<HTMLDivElement>(null);
  const count = total ?? awaited[layout];
  const [grid, setGrid] = useState(() => ({ layout, ...gridOf(layout) }));
  if (grid.layout !== layout) setGrid({ layout, ...gridOf(layout) });
  const rows = Math.ceil(count / grid.columns);
  const [near, setNear] = useState(() => atTop(grid));

  // The list's top relative to the viewport, before the columns change.
  const seenTop = useRef(0);
  /** Index of the person to keep visible; the last known one if there is none now. */
  const kept = useRef(-1);
  useLayoutEffect(() => {
    if (cachedUid !== undefined) kept.current = indexOf(list.current, cachedUid);
  }, [cachedUid]);

  const follow = useCallback(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    seenTop.current = top;
    const above = -top;
    setNear((now) => {
      const near = rowsAt(above, grid, beyond[grid.layout]);
      // Far from the rendered rows, everything is new. Render the visible rows first, and the rest when this is called again
      // (below).
      const isFar = near.first > now.last || near.last < now.first;
      const next = isFar ? rowsAt(above, grid, 0) : near;
      return now.first === next.first && now.last === next.last ? now : next;
    });
  }, [grid]);

  useEffect(() => {
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow, { passive: true });
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [follow]);

  // While kept behind another page, reset to the top, because users return to its top.
  const leave = useEffectEvent(() => setNear(atTop(grid)));
  useEffect(() => leave, []);

  const from = Math.max(0, Math.min(near.first, rows - 1)) * grid.columns;
  const to = Math.min(count, (near.last + 1) * grid.columns) - 1;
  useEffect(() => {
    if (total !== undefined) onRange(from, Math.max(from, to));
  }, [from, to, total, onRange]);

  const wanted = useMemo<CellsProps>(
    () => ({ label, from, to, count, layout, grid, isAwaited: total === undefined, draw }),
    [label, from, to, count, layout, grid, total, draw],
  );
  // The expensive part: React renders it in slices, so that the page stays responsive. On the first page, the surroundings
  // are rendered and painted first, in a separate task.
  const slow = useDeferredValue(wanted, isFirst ? { ...wanted, to: from - 1 } : wanted);
  // A change of columns renders immediately: in the old rows, people would be in the wrong positions.
  const cells =
    slow.layout === wanted.layout && slow.grid.columns !== wanted.grid.columns && !isFirst
      ? wanted
      : slow;
  useEffect(() => {
    isFirst = false;
  }, []);
  const switchTo = useEffectEvent((next: Grid) => {
    lastGrids[layout] = next;
    if (!differ(grid, next)) return;
    if (grid.columns !== next.columns) {
      // Render people at their new positions, so that no visible one unmounts and loses the focus.
      const top = seenTop.current - (shiftOf(kept.current, seenTop.current, grid, next) ?? 0);
      setNear(rowsAt(-top, next, 0));
    }
    setGrid({ layout, ...next });
  });
  // After the columns or row height change, keep the visible person in place. One pixel per row adds up to hundreds in a long
  // list.
  const drawn = useRef(cells);
  useLayoutEffect(() => {
    const previous = drawn.current;
    drawn.current = cells;
    if (!list.current || previous.layout !== cells.layout || !differ(previous.grid, cells.grid))
      return;
    const shift = shiftOf(kept.current, seenTop.current, previous.grid, cells.grid);
    if (shift === null) return;
    const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
    window.scrollBy({
      top: topOf(list.current) - seenTop.current + shift,
      behavior: 'instant',
    });
    // The next change may come before the browser reports this scrolling.
    seenTop.current = topOf(list.current);
  }, [cells]);
  const wasNarrowed = useRef(isNarrowed);
  useLayoutEffect(() => {
    if (wasNarrowed.current === isNarrowed) return;
    wasNarrowed.current = isNarrowed;
    const next = list.current && gridFrom(list.current, layout);
    if (next) switchTo(next);
  }, [isNarrowed, layout]);

  // The observer fires after the browser's own layout. Reading a size earlier would force a second layout.
  useEffect(() => {
    if (!list.current) return;
    const adjust = () => {
      const next = list.current && gridFrom(list.current, layout);
      if (next) switchTo(next);
      follow();
    };
    const observer = new ResizeObserver(() => startTransition(adjust));
    observer.observe(list.current);
    if (list.current.firstElementChild) observer.observe(list.current.firstElementChild);
    return () => observer.disconnect();
  }, [layout, follow, cells]);

  return (
    <div {...(cells.isAwaited && { 'aria-live': 'polite', 'aria-busy': true })}>
      {cells.isAwaited && <span className="sr-only">{t('state.loading')}</span>}
      <div
        ref={list}
        {...(!cells.isAwaited && { role: 'list', 'aria-label': cells.label })}
        className={`grid content-start [overflow-anchor:none] ${looks[cells.layout]}`}
        style={{
          height: Math.ceil(cells.count / cells.grid.columns) * cells.grid.height,
          paddingTop: (cells.from / cells.grid.columns) * cells.grid.height,
        }}
      >
        <Cells {...cells} />
      </div>
    </div>
  );
}

interface CellsProps {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly layout: Layout;
  readonly grid: Grid;
  readonly isAwaited: boolean;
  readonly draw: (index: number) => ReactNode;
}

const Cells = memo(function Cells({ from, to, count, layout, isAwaited, draw }: CellsProps) {
  return Array.from({ length: to - from + 1 }, (_, place) => {
    const index = from + place;
    const row = isAwaited
      ? {}
      : { role: 'listitem', 'aria-setsize': count, 'aria-posinset': index + 1 };
    return (
      <div key={index} data-index={index} {...row} className="min-w-0">
        {(isAwaited ? null : draw(index)) ??
          (layout === 'grid' ? <PersonCardSkeleton /> : <PersonRowSkeleton />)}
      </div>
    );
  });
});

/** Returns the index of a person in the list; -1 if not rendered. */
const indexOf = (list: HTMLElement | null, uid: string): number =>
  Number(
    list?.querySelector(`[data-uid="${CSS.escape(uid)}"]`)?.closest<HTMLElement>('[data-index]')
      ?.dataset['index'] ?? -1,
  );

/** Returns the columns and height of the rendered list; null if nothing is laid out. */
const gridFrom = (list: HTMLElement, layout: Layout): Grid | null => {
  const cell = (list.querySelector('article') ?? list.firstElementChild)?.closest('[data-index]');
  const { width, height } = cell?.getBoundingClientRect() ?? { width: 0, height: 0 };
  if (width === 0 || height === 0) return null;
  const px = rem();
  return layout === 'grid'
    ? { columns: columnsIn(list.getBoundingClientRect().width, px), height: height + gapRem * px }
    : { columns: 1, height };
};
