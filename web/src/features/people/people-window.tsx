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
 * Draws only the rows near the window, so a list of any length scrolls without a stall. The page itself scrolls.
 * All rows are of one height, so a place in the list is arithmetic and nothing is measured while scrolling.
 */
export type Layout = 'grid' | 'list';

interface PeopleWindowProps {
  label: string;
  /** Undefined until it is known: a few skeletons, so that the columns are known when people come. */
  total: number | undefined;
  layout: Layout;
  /** First and last index that are drawn; pages are fetched by it. */
  onRange: (first: number, last: number) => void;
  /** Whether something has come or gone beside the list, so that its columns are to be counted at once. */
  isNarrowed?: boolean;
  /** The person who is to stay in sight when the columns change; else it is the first row that is seen. */
  cachedUid?: string | undefined;
  /** What stands at an index, nothing while it is on its way. Another function draws anew: keep it while nothing has changed. */
  draw: (index: number) => ReactNode;
}

/** Narrowest card in rem; as many columns as fit. */
const cardRem = 15.5;
const gapRem = 0.875;
const rowRem = { grid: 17.125 + gapRem, list: 4.75 } as const;
/** Rows drawn beyond each edge of the window: about as much of either layout. */
const beyond = { grid: 1, list: 3 } as const;
/** What stands over a list before anybody scrolls, in rem; the first drawing is what is seen and no more. */
const headRem = 11;

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** How many columns fit in `width` pixels. */
export const columnsIn = (width: number, remPx: number): number =>
  Math.max(1, Math.floor((width + gapRem * remPx) / ((cardRem + gapRem) * remPx)));

interface Grid {
  readonly columns: number;
  /** Of a row with the gap below it, in pixels. */
  readonly height: number;
}

const differ = (one: Grid, other: Grid) =>
  one.columns !== other.columns || Math.abs(one.height - other.height) >= 0.5;

/** How far the place of who is in sight moves down in the list; null while nothing is looked at, at the very top of the page. */
function shiftOf(kept: number, listTop: number, from: Grid, to: Grid): number | null {
  const placeOf = (index: number, { columns, height }: Grid) =>
    Math.floor(index / columns) * height;
  const top = listTop + placeOf(kept, from);
  const isSeen = kept >= 0 && top > -from.height && top < window.innerHeight;
  if (!isSeen && listTop >= 0) return null;
  const index = isSeen ? kept : Math.max(0, Math.ceil(-listTop / from.height)) * from.columns;
  return placeOf(index, to) - placeOf(index, from);
}

/** As the last list of this layout was: the next one, and this one on going back, begins with it and does not jump. */
const lastGrids: { -readonly [L in Layout]?: Grid } = {};

/** Before anything is laid out: as many columns as could fit in the window. */
const gridOf = (layout: Layout): Grid => {
  const px = rem();
  return (
    lastGrids[layout] ?? {
      columns: layout === 'grid' ? columnsIn(window.innerWidth, px) : 1,
      height: rowRem[layout] * px,
    }
  );
};

/** Whether no list has been drawn since the app started. */
let isFirst = true;

/** Skeletons of a list on its way. */
const awaited = { grid: 12, list: 8 } as const;

const looks = {
  grid: 'grid-cols-[repeat(auto-fill,minmax(15.5rem,1fr))] gap-3.5',
  list: 'grid-cols-[minmax(0,1fr)]',
} as const;

/** First and last row near the window, of a list that begins `above` pixels over its top edge; it may have fewer rows. */
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

  // Where the list began when it was last looked at, from the window's top: its place before the columns change.
  const seenTop = useRef(0);
  /** Index of the person who is to stay in sight: of the last one, once there is none. */
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
      // Far from what is drawn, all of it is new: what is seen comes first, and the rest when this is called for that (below).
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

  // Kept behind another page, it waits as it begins: a page that is gone to again is seen from its top.
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
  // The heavy part: React draws it in slices, between which the page answers. On the first page of all, what stands around it is
  // laid out and seen before it, in a task of its own.
  const slow = useDeferredValue(wanted, isFirst ? { ...wanted, to: from - 1 } : wanted);
  // Other columns are drawn at once: in the old rows people would stand elsewhere than they are looked for.
  const cells =
    slow.layout === wanted.layout && slow.grid.columns !== wanted.grid.columns && !isFirst
      ? wanted
      : slow;
  useEffect(() => {
    isFirst = false;
  }, []);
  const turnTo = useEffectEvent((next: Grid) => {
    lastGrids[layout] = next;
    if (!differ(grid, next)) return;
    if (grid.columns !== next.columns) {
      // Drawn where they will stand, so that nobody in sight goes and comes back: that would take the focus from them.
      const top = seenTop.current - (shiftOf(kept.current, seenTop.current, grid, next) ?? 0);
      setNear(rowsAt(-top, next, 0));
    }
    setGrid({ layout, ...next });
  });
  // Whenever other columns or another height are drawn, who was in sight stays where they were. A difference of a pixel
  // a row is hundreds of them deep in a list.
  const drawn = useRef(cells);
  useLayoutEffect(() => {
    const former = drawn.current;
    drawn.current = cells;
    if (!list.current || former.layout !== cells.layout || !differ(former.grid, cells.grid)) return;
    const shift = shiftOf(kept.current, seenTop.current, former.grid, cells.grid);
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
    if (next) turnTo(next);
  }, [isNarrowed, layout]);

  // The browser calls back when it has laid out by itself; asking for a size earlier would make it do so twice.
  useEffect(() => {
    if (!list.current) return;
    const adjust = () => {
      const next = list.current && gridFrom(list.current, layout);
      if (next) turnTo(next);
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

/** Where somebody stands in the list; -1 when they are not drawn. */
const indexOf = (list: HTMLElement | null, uid: string): number =>
  Number(
    list?.querySelector(`[data-uid="${CSS.escape(uid)}"]`)?.closest<HTMLElement>('[data-index]')
      ?.dataset['index'] ?? -1,
  );

/** Columns and height of what is drawn; null where nothing is laid out. */
const gridFrom = (list: HTMLElement, layout: Layout): Grid | null => {
  const cell = (list.querySelector('article') ?? list.firstElementChild)?.closest('[data-index]');
  const { width, height } = cell?.getBoundingClientRect() ?? { width: 0, height: 0 };
  if (width === 0 || height === 0) return null;
  const px = rem();
  return layout === 'grid'
    ? { columns: columnsIn(list.getBoundingClientRect().width, px), height: height + gapRem * px }
    : { columns: 1, height };
};
