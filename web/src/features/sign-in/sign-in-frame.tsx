import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSchool } from '../../lib/school.ts';
import { SchoolMark } from '../../shell/school-mark.tsx';
import { Hills } from './hills.tsx';

/** The page around the sign-in forms, with the school's name and color. */
interface SignInFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  const school = useSchool();
  usePageTitle(title);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-surface lg:grid-cols-[minmax(28rem,38rem)_1fr] lg:grid-rows-1">
      <div aria-hidden className="relative h-28 overflow-hidden sm:h-40 lg:order-2 lg:h-auto">
        <Hills />
      </div>
      <main id="main" tabIndex={-1} className="flex flex-col px-5 sm:px-10 lg:px-16">
        <div className="relative mx-auto flex w-full max-w-sm flex-1 flex-col max-lg:-mt-8 lg:justify-center lg:py-12">
          <div className="mb-8 grid justify-items-start gap-3 lg:mb-12 lg:flex lg:items-center">
            <span className="rounded-[1.125rem] bg-surface p-1 lg:p-0">
              <SchoolMark size={3} />
            </span>
            <span className="text-lg font-bold">{school.name}</span>
          </div>
          <h1>{title}</h1>
          {lead && <p className="mt-2 text-ink-2 text-pretty">{lead}</p>}
          <div className="mt-7 pb-12">{children}</div>
        </div>
      </main>
    </div>
  );
}
