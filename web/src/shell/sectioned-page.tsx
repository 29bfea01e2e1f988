import { Navigate, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMinWidth } from '../lib/media.ts';
import { useMessages } from '../lib/messages.ts';
import type { Path } from '../paths.ts';
import { BackLink } from './back-link.tsx';
import { PageHeader } from './page-header.tsx';
import { Page } from './page.tsx';
import { SectionHeadingContext, type SectionHeading } from './section-heading.ts';
import {
  isAt,
  SectionIndex,
  SectionList,
  type ListedSection,
  type SectionGroup,
} from './section-list.tsx';

/**
 * <SectionedPage title="Settings" label="Settings sections" to={paths.settings} sections={sectionsOf('settings',
 * permissions)}><Outlet /></SectionedPage>
 * Shows the open section next to the list of sections. In a narrow window, `to` shows the list, and each section links back to
 * it. The title is the section's name.
 */
interface SectionedPageProps {
  title: string;
  /** The label of the section list. */
  label: string;
  /** The address of the list. In a wide window, it opens the first section. */
  to: Path;
  sections: readonly ListedSection[];
  groups?: readonly SectionGroup[];
  /** The width of the page, including the list. */
  width?: 'read' | 'wide';
  /** The open section uses the whole width next to the list. */
  isWide?: boolean;
  children: ReactNode;
}

export function SectionedPage({
  title,
  label,
  to,
  sections,
  groups = [],
  width = 'read',
  isWide = false,
  children,
}: SectionedPageProps) {
  const { t } = useMessages();
  const path = useLocation().pathname;
  const hasList = useMinWidth('lg');
  const [heading, setHeading] = useState<SectionHeading | null>(null);
  const first = sections[0];
  if (path === to) {
    if (hasList && first) return <Navigate to={first.to} replace />;
    return (
      <Page width="read">
        <PageHeader title={title} />
        <SectionIndex label={label} sections={sections} groups={groups} />
      </Page>
    );
  }
  const open = sections.find((one) => isAt(path, one.to));
  const name = heading?.title ?? (open ? t(open.label) : title);
  return (
    <Page width={width}>
      <PageHeader
        title={name}
        pageTitle={name === title ? title : `${name} · ${title}`}
        back={heading?.back ?? (hasList ? undefined : <BackLink to={to}>{title}</BackLink>)}
        {...(hasList && name !== title && { note: title })}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
        {hasList && <SectionList label={label} sections={sections} groups={groups} path={path} />}
        <div
          className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5 ${isWide ? '' : 'max-w-2xl'}`}
        >
          <SectionHeadingContext value={setHeading}>{children}</SectionHeadingContext>
        </div>
      </div>
    </Page>
  );
}
