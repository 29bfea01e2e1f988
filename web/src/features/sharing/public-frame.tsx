import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { loginHref } from '#contract/redirect.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { SchoolMark } from '../../shell/school-mark.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import english from './messages/en.json';

addEnglish(english);

/**
 * The frame of a public page, with the school's name and a sign-in button. `path` is the same page for people at the school.
 */
export function PublicFrame({
  path,
  footer,
  children,
}: {
  path: string;
  footer?: string;
  children: ReactNode;
}) {
  const { t } = useMessages();
  const school = useSchool();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 w-full max-w-4xl items-center gap-3 px-4 py-2 sm:px-6">
          <SchoolMark size={2.25} />
          <span className="min-w-0 flex-1 truncate font-bold" dir="auto">
            {school.name}
          </span>
          {/* Signing in starts the app in another mode, so it needs a page load. */}
          <a href={loginHref(path)} className={buttonClass({ variant: 'outline' })}>
            <LogIn size={20} strokeWidth={1.9} aria-hidden className="rtl:-scale-x-100" />
            {t('sharing.signIn')}
          </a>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-4xl outline-none md:px-6 md:py-6"
      >
        <div className="overflow-hidden bg-surface [--ground:var(--surface)] max-md:min-h-full md:rounded-card md:border md:border-line">
          {children}
        </div>
      </main>
      <footer className="mx-auto w-full max-w-4xl px-4 py-4 text-sm text-ink-2 sm:px-6">
        {footer ?? t('sharing.footer', { school: school.name })}
      </footer>
    </div>
  );
}
