import type { ReactNode } from 'react';
import { mainRef } from './main-ref.ts';

const widths = { read: 'max-w-5xl', mid: 'max-w-[76rem]', wide: 'max-w-[90rem]' } as const;

/**
 * The main area of a page: `<Page><PageHeader …/>…</Page>`. Widths: `read` for forms, `mid` for content with a side column,
 * `wide` for lists.
 */
export function Page({
  width = 'wide',
  children,
}: {
  width?: keyof typeof widths;
  children: ReactNode;
}) {
  return (
    <main
      ref={mainRef}
      tabIndex={-1}
      className={`mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pt-4 pb-10 sm:px-6 md:pt-6 lg:px-8 ${widths[width]}`}
    >
      {children}
    </main>
  );
}
