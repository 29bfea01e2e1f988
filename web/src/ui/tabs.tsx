import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { useKeptFocus } from './kept-focus.ts';

/** <Tabs label="…" items={[{ id, label, count }]} selected={id} onSelect={…}>{panel of the selected one}</Tabs> */
interface TabsProps<I extends string> {
  label: string;
  items: readonly { id: I; label: string; count?: number | undefined; isMarked?: boolean }[];
  selected: I;
  onSelect: (id: I) => void;
  children: ReactNode;
}

export function Tabs<I extends string>({
  label,
  items,
  selected,
  onSelect,
  children,
}: TabsProps<I>) {
  const { number } = useMessages();
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useKeptFocus(panel);

  useEffect(() => {
    // Where not all of them have room, the chosen one is in sight. The list is moved, never the page.
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (chosen && list.current)
      list.current.scrollLeft =
        chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [selected]);

  function onKeyDown(event: React.KeyboardEvent) {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = (steps[event.key] ?? 0) * (document.documentElement.dir === 'rtl' ? -1 : 1);
    const at = items.findIndex((item) => item.id === selected);
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? items.length - 1
          : step === 0
            ? -1
            : (at + step + items.length) % items.length;
    const item = items[next];
    if (item === undefined) return;
    event.preventDefault();
    onSelect(item.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="fading-edges relative flex gap-6 overflow-x-auto max-[24rem]:gap-3.5 border-b outline-none border-line [scrollbar-width:none]"
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
              className={`-mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 transition-colors duration-150 max-[24rem]:gap-1.5 text-base -outline-offset-2 ${isSelected ? 'border-brand-text font-bold text-ink' : 'border-transparent font-medium text-ink-2 hover:text-ink'}`}
            >
              {item.label}
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
