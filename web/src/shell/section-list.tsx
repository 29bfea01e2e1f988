import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useMessages, type LabelKey } from '../lib/messages.ts';
import type { Section } from './section.ts';

export type ListedSection = Pick<Section, 'order' | 'to' | 'label' | 'icon'>;

/** A heading of a section list. It applies from its order number on. */
export interface SectionGroup {
  from: number;
  label: LabelKey;
}

interface SectionListProps {
  /** The label of the list. */
  label: string;
  sections: readonly ListedSection[];
  groups: readonly SectionGroup[];
}

/** Returns the sections by group. The first ones may have none. */
function grouped(sections: readonly ListedSection[], groups: readonly SectionGroup[]) {
  const groupOf = (order: number) => groups.findLast(({ from }) => from <= order);
  const all = new Map<SectionGroup | undefined, ListedSection[]>();
  for (const section of sections) {
    const group = groupOf(section.order);
    all.set(group, [...(all.get(group) ?? []), section]);
  }
  return [...all].map(([group, items]) => ({ group, items }));
}

/** The sections next to the open one. Its groups fold. */
export function SectionList({
  label,
  sections,
  groups,
  path,
}: SectionListProps & { path: string }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // If not all sections fit, scroll the open one into view. Scroll the list, never the page.
    const here = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (here && nav.current)
      nav.current.scrollTop = here.offsetTop - (nav.current.clientHeight - here.offsetHeight) / 2;
  }, [path]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="sticky top-[calc(1.5rem+var(--top-bar))] grid max-h-[calc(100dvh-3rem-var(--top-bar))] content-start gap-3 overflow-y-auto [scrollbar-width:thin]"
    >
      {grouped(sections, groups).map(({ group, items }) => (
        <Group key={group?.label ?? ''} group={group} items={items} path={path} />
      ))}
    </nav>
  );
}

function Group({
  group,
  items,
  path,
}: {
  group: SectionGroup | undefined;
  items: readonly ListedSection[];
  path: string;
}) {
  const { t } = useMessages();
  const id = useId();
  const [isOpen, setOpen] = useState(true);
  // The current section stays in a folded group.
  const shown = isOpen ? items : items.filter(({ to }) => isAt(path, to));
  return (
    <div className="grid gap-1">
      {group && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 items-center justify-between gap-2 rounded-control px-3 text-start text-xs font-bold text-ink-2 -outline-offset-2 hover:bg-fill-2 touch:min-h-11"
        >
          {t(group.label)}
          <ChevronDown
            size={16}
            aria-hidden
            className={`shrink-0 text-ink-3 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      )}
      <ul id={id} className="grid gap-1">
        {shown.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              resetScroll={false}
              className="flex min-h-9 items-center gap-2.5 rounded-control px-3 font-medium whitespace-nowrap text-ink-2 -outline-offset-2 transition-colors duration-150 hover:bg-fill-2 hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text touch:min-h-11"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The sections as a page of their own, in windows that are too narrow for the list next to the open one. */
export function SectionIndex({ label, sections, groups }: SectionListProps) {
  const { t } = useMessages();
  return (
    <nav aria-label={label} className="grid gap-5">
      {grouped(sections, groups).map(({ group, items }) => (
        <section key={group?.label ?? ''} className="grid gap-2">
          {group && <h2 className="text-sm! text-ink-2">{t(group.label)}</h2>}
          <ul className="card divide-y divide-line overflow-hidden">
            {items.map(({ to, label: name, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex min-h-12 items-center gap-3 px-4 font-medium -outline-offset-2 hover:bg-fill"
                >
                  <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-2" />
                  <span className="min-w-0 flex-1">{t(name)}</span>
                  <ChevronRight
                    size={18}
                    aria-hidden
                    className="shrink-0 text-ink-3 rtl:-scale-x-100"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Returns whether a path is a section, or a page below it. */
export const isAt = (path: string, to: string): boolean => path === to || path.startsWith(`${to}/`);
