import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { useMessages, type LabelKey } from '../lib/messages.ts';
import { PageHeader } from './page-header.tsx';
import { Page } from './page.tsx';
import type { Section } from './section.ts';

/**
 * <SectionedPage title="Settings" label="Settings sections" sections={sectionsOf('settings', permissions)}><Outlet
 * /></SectionedPage>
 * A list of sections next to the open one, or above it in a scrolling row if the window is narrow.
 */
interface SectionedPageProps {
  title: string;
  /** The label of the section list. */
  label: string;
  sections: readonly Pick<Section, 'order' | 'to' | 'label' | 'icon'>[];
  /** Headings of the section list, each from an order number on. Only shown if the list is next to the page. */
  groups?: readonly { from: number; label: LabelKey }[];
  /** The width of the page, including the list. */
  width?: 'read' | 'wide';
  /** The open section uses the whole width next to the list. */
  isWide?: boolean;
  children: ReactNode;
}

export function SectionedPage({
  title,
  label,
  sections,
  groups = [],
  width = 'read',
  isWide = false,
  children,
}: SectionedPageProps) {
  const { t } = useMessages();
  const path = useLocation().pathname;
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // If not all sections fit, scroll the open one into view. Scroll the list, never the page.
    const here = list.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (here && list.current)
      list.current.scrollLeft = here.offsetLeft - (list.current.clientWidth - here.offsetWidth) / 2;
    if (here && nav.current)
      nav.current.scrollTop = here.offsetTop - (nav.current.clientHeight - here.offsetHeight) / 2;
  }, [path]);
  const open = sections.find(({ to }) => to === path);
  const groupOf = (order: number) => groups.findLast(({ from }) => from <= order);
  return (
    <Page width={width}>
      <PageHeader title={title} {...(open && { pageTitle: `${t(open.label)} · ${title}` })} />
      <div className="grid items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        <nav
          ref={nav}
          aria-label={label}
          className="min-w-0 lg:sticky lg:top-[calc(1.5rem+var(--top-bar))] lg:max-h-[calc(100dvh-3rem-var(--top-bar))] lg:overflow-y-auto lg:[scrollbar-width:thin]"
        >
          <ul
            ref={list}
            className="fading-edges relative -mx-4 flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0 lg:grid lg:grid-cols-1"
          >
            {sections.map(({ order, to, label: name, icon: Icon }, nth) => {
              const group = groupOf(order);
              const isFirst = group !== groupOf(sections[nth - 1]?.order ?? -1);
              return (
                <Fragment key={to}>
                  {group && isFirst && (
                    <li className="px-3 pt-4 pb-1 text-xs font-bold text-ink-2 first:pt-0 max-lg:hidden">
                      {t(group.label)}
                    </li>
                  )}
                  <li className="max-lg:min-w-18 max-lg:flex-[1_0_auto]">
                    <Link
                      to={to}
                      resetScroll={false}
                      className="flex min-h-9 items-center gap-2.5 rounded-control px-3 font-medium whitespace-nowrap text-ink-2 -outline-offset-2 transition-colors duration-150 hover:bg-fill-2 hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-bold aria-[current=page]:text-brand-text max-lg:flex-col max-lg:gap-1 max-lg:px-2 max-lg:py-2 max-lg:text-xs touch:min-h-11"
                    >
                      <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
                      {t(name)}
                    </Link>
                  </li>
                </Fragment>
              );
            })}
          </ul>
        </nav>
        <div
          className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5 ${isWide ? '' : 'max-w-2xl'}`}
        >
          {children}
        </div>
      </div>
    </Page>
  );
}
