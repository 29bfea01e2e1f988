import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useMinWidth } from '../lib/media.ts';
import { useListFocus } from './list-focus.ts';
import { Tabs } from './tabs.tsx';

/**
 * <SideTabs label="…" items={[{ id, label, icon, count }]} selected={id} onSelect={…}>{panel of the selected one}</SideTabs>
 * Tabs in a column next to their panel, for pages with many sections. In a narrow window, they are above it, like `Tabs`.
 */
interface SideTabsProps<I extends string> {
  label: string;
  items: readonly { id: I; label: string; icon: LucideIcon; count?: number | undefined }[];
  selected: I;
  onSelect: (id: I) => void;
  children: ReactNode;
}

export function SideTabs<I extends string>(props: SideTabsProps<I>) {
  return useMinWidth('lg') ? <Column {...props} /> : <Tabs {...props} />;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Column<I extends string>({
  label,
  items,
  selected,
  onSelect,
  children,
}: SideTabsProps<I>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useListFocus(panel);
  useEffect(() => {
    // If not all tabs fit, scroll the list, never the page.
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (chosen && list.current)
      list.current.scrollTop =
        chosen.offsetTop - (list.current.clientHeight - chosen.offsetHeight) / 2;
  }, [selected]);

  function onKeyDown(event: React.KeyboardEvent) {
    const at = items.findIndex(({ id }) => id === selected);
    const step = steps[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? items.length - 1
          : step === undefined
            ? -1
            : (at + step + items.length) % items.length;
    const item = items[next];
    if (item === undefined) return;
    event.preventDefault();
    onSelect(item.id);
    list.current?.querySelector<HTMLElement>(`[id="${base}-${item.id}"]`)?.focus();
  }

  return (
    <div className="grid grid-cols-[13rem_minmax(0,1fr)] items-start gap-8">
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        aria-orientation="vertical"
        onKeyDown={onKeyDown}
        className="sticky top-[calc(1.5rem+var(--stuck,0px)+var(--top-bar))] grid max-h-[calc(100dvh-3rem-var(--stuck,0px)-var(--top-bar))] content-start gap-1 overflow-y-auto outline-none [scrollbar-width:thin]"
      >
        {items.map(({ id, label: text, icon: Icon, count }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
            className="flex min-h-9 items-center gap-2.5 rounded-control px-3 text-start font-medium text-ink-2 -outline-offset-2 transition-colors duration-150 hover:bg-fill-2 hover:text-ink aria-selected:bg-brand-soft aria-selected:font-bold aria-selected:text-brand-text touch:min-h-11"
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
            <span className="min-w-0 flex-1">{text}</span>
            {count !== undefined && <span className="text-sm tabular-nums">{count}</span>}
          </button>
        ))}
      </div>
      <div
        ref={panel}
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${selected}`}
        tabIndex={-1}
        className="min-w-0 outline-none"
      >
        {children}
      </div>
    </div>
  );
}
