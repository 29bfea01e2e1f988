import type { ReactNode } from 'react';
import { mainRef } from './main-ref.ts';

const columns = {
  read: 'grid-cols-[minmax(0,60rem)]',
  wide: 'grid-cols-[minmax(0,1fr)]',
} as const;

/**
 * The main area of a page: `<Page><PageHeader …/>…</Page>`. All pages begin at the same left edge, in two widths: `read` for
 * forms and single lists, `wide` for tables and content with a side column.
 */
export function Page({
  width = 'wide',
  children,
}: {
  width?: keyof typeof columns;
  children: ReactNode;
}) {
  return (
    <main
      ref={mainRef}
      tabIndex={-1}
      className={`mx-auto grid w-full max-w-[90rem] content-start gap-5 px-4 pt-4 pb-10 sm:px-6 md:pt-6 lg:px-8 ${columns[width]}`}
    >
      {children}
    </main>
  );
}
