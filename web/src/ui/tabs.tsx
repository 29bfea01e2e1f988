import { Ellipsis } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useMinWidth } from '../lib/media.ts';
import { useMessages } from '../lib/messages.ts';
import { useListFocus } from './list-focus.ts';
import { MenuButton } from './menu.tsx';
import { useFitting } from './use-fitting.ts';

/**
 * <Tabs label="…" items={[{ id, label, count }]} selected={id} onSelect={…}>{panel of the selected one}</Tabs>
 * If not all tabs fit, the others are in a "More" menu; on phones, they scroll horizontally. With `head`, the tabs are at the
 * bottom of a card that starts with it. When the head scrolls away, the tabs stay in view; with `isBelowBar`, below a
 * `CompactHead`.
 */
interface TabsProps<I extends string> {
  label: string;
  items: readonly { id: I; label: string; count?: number | undefined; isMarked?: boolean }[];
  selected: I;
  onSelect: (id: I) => void;
  head?: ReactNode;
  isBelowBar?: boolean;
  children: ReactNode;
}

export function Tabs<I extends string>({
  label,
  items,
  selected,
  onSelect,
  head,
  isBelowBar = false,
  children,
}: TabsProps<I>) {
  const { t, number } = useMessages();
  const base = useId();
  const bar = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLElement>(null);
  useListFocus(panel);
  useEffect(() => {
    const shown = card.current;
    if (!shown) return undefined;
    // The height of the card without its tabs.
    const observer = new ResizeObserver(() =>
      shown.style.setProperty(
        '--head-height',
        `${shown.offsetHeight - (bar.current?.offsetHeight ?? 0)}px`,
      ),
    );
    observer.observe(shown);
    return () => observer.disconnect();
  }, []);
  const scrolls = !useMinWidth('md');
  const chosen = items.findIndex(({ id }) => id === selected);
  const fitting = useFitting(
    bar,
    list,
    (outer, inner) =>
      scrolls
        ? null
        : {
            room: outer.clientWidth,
            sizes: [...inner.querySelectorAll<HTMLElement>('[role=tab]')].map(
              (tab) => tab.offsetWidth,
            ),
            gap: Number.parseFloat(getComputedStyle(inner).columnGap) || 0,
            more:
              moreRem *
              (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16),
            chosen,
          },
    `${scrolls} ${items.length} ${chosen}`,
  );
  const shown = items.filter((_, at) => fitting === null || fitting.has(at));
  const others = items.filter((item) => !shown.includes(item));

  // Tabs and counts that load later move the others.
  const sizes = items.map(({ id, count }) => `${id} ${String(count ?? '').length}`).join();
  useEffect(() => {
    // If not all tabs fit, scroll the selected one into view. Scroll the list, never the page.
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (chosen && list.current)
      list.current.scrollLeft =
        chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [selected, sizes]);

  function onKeyDown(event: React.KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = (steps[event.key] ?? 0) * (document.documentElement.dir === 'rtl' ? -1 : 1);
    const at = shown.findIndex((item) => item.id === selected);
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? shown.length - 1
          : step === 0
            ? -1
            : (at + step + shown.length) % shown.length;
    const item = shown[next];
    if (item === undefined) return;
    event.preventDefault();
    onSelect(item.id);
    list.current?.querySelector<HTMLElement>(`[id="${base}-${item.id}"]`)?.focus();
  }

  const tabBar = (
    <div
      ref={bar}
      className={`flex min-w-0 items-center ${head === undefined ? 'border-b border-line' : 'px-4 max-[22rem]:px-3 sm:px-6'}`}
    >
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="fading-edges relative flex min-w-0 flex-1 gap-6 overflow-x-auto outline-none [scrollbar-width:none] max-[24rem]:gap-3.5"
      >
        {items.map((item) => {
          const isSelected = item.id === selected;
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${base}-${item.id}`}
              aria-selected={isSelected}
              aria-controls={`${base}-panel`}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => onSelect(item.id)}
              // Hidden tabs are still measured.
              className={`flex min-h-11 shrink-0 items-center gap-2 border-b-2 transition-colors duration-150 max-[24rem]:gap-1.5 text-base -outline-offset-2 ${isSelected ? 'border-brand-text font-bold text-ink' : 'border-transparent font-medium text-ink-2 hover:text-ink'} ${shown.includes(item) ? '' : 'invisible absolute start-0'}`}
            >
              {/* Reserves the width of the bold text, so that the other tabs don't move. */}
              <span
                data-text={item.label}
                className="after:invisible after:block after:h-0 after:overflow-hidden after:font-bold after:content-[attr(data-text)/'']"
              >
                {item.label}
              </span>
              {item.count !== undefined && (
                <span
                  className={
                    item.isMarked && item.count > 0
                      ? 'rounded-full bg-brand px-1.5 text-xs font-bold text-on-brand tabular-nums'
                      : 'text-sm font-normal text-ink-3 tabular-nums'
                  }
                >
                  {number(item.count)}
                </span>
              )}
            </button>
          );
        })}
      </div>
      {others.length > 0 && (
        <MenuButton
          label={t('nav.more')}
          icon={Ellipsis}
          variant="quiet"
          items={others.map(({ id, label: words, count }) => ({
            id,
            label: count === undefined ? words : `${words} (${number(count)})`,
          }))}
          onAction={onSelect}
        >
          {t('nav.more')}
        </MenuButton>
      )}
    </div>
  );
  return (
    <>
      {head === undefined ? (
        tabBar
      ) : (
        <article
          ref={card}
          data-sticky
          className={`card sticky z-10 overflow-hidden ${isBelowBar ? 'top-[calc(var(--top-bar)+56px-var(--head-height,0px))]' : 'top-[calc(var(--top-bar)-var(--head-height,0px))]'}`}
        >
          {head}
          {tabBar}
        </article>
      )}
      <div
        ref={panel}
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        tabIndex={-1}
        className="outline-none"
      >
        {children}
      </div>
    </>
  );
}

/** Width of "More" with its icon, in rem. */
const moreRem = 7.5;
