import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Download, Languages, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import {
  downloadEmployerData,
  endEmployerSession,
  getEmployerAccount,
} from '#contract/employers/calls.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { isolate } from '../../../lib/apart.ts';
import { CallError } from '../../../lib/call-error.ts';
import { addEnglish, locales, setLocale, useMessages, type Locale } from '../../../lib/messages.ts';
import { saveOwnData } from '../../../lib/save-file.ts';
import { useSchool } from '../../../lib/school.ts';
import { paths } from '../../../paths.ts';
import { SchoolMark } from '../../../shell/school-mark.tsx';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { SignInFrame } from '../../sign-in/sign-in-frame.tsx';
import english from '../messages/en.json';
import { employerCall } from './employer-call.ts';
import { EmployerSignIn, LinkStep } from './employer-sign-in.tsx';
import { accountQuery } from './own.data.ts';

addEnglish(english);

export type EmployerAccount = ReplyOf<typeof getEmployerAccount>;

/**
 * The frame of employers' pages: the school's name and color, without its menus. Without a session, it shows the sign-in form, or,
 * if an email's link opened the page, the step that uses the link.
 */
export function EmployerFrame({ children }: { children: (account: EmployerAccount) => ReactNode }) {
  const { t } = useMessages();
  // In emails, the token is behind the '#', so that no server or log receives it.
  const link = new URLSearchParams(useLocation().hash).get('link');
  const account = useQuery({ ...accountQuery, enabled: link === null });
  if (link !== null) return <LinkStep link={link} />;
  const { data, error } = account;
  if (error instanceof CallError && error.status === 401) return <EmployerSignIn />;
  if (data === undefined)
    return (
      <SignInFrame title={t('employer.title')}>
        <QueryBoundary query={account} isEmpty={() => false}>
          {() => null}
        </QueryBoundary>
      </SignInFrame>
    );
  return <SignedIn account={data}>{children(data)}</SignedIn>;
}

/** Selects the language of the pages on this device. */
function LanguageMenu() {
  const { t, locale } = useMessages();
  return (
    <MenuButton
      label={t('employer.language')}
      icon={Languages}
      selected={locale}
      // The entries of an object have its keys.
      items={Object.entries(locales).map(([id, label]) => ({ id: id as Locale, label }))}
      onAction={(next) => void setLocale(next, true)}
    />
  );
}

function SignedIn({ account, children }: { account: EmployerAccount; children: ReactNode }) {
  const { t } = useMessages();
  const school = useSchool();
  const leave = useAction(() => employerCall(endEmployerSession, {}), {
    // People may share the browser, so nothing stays in memory.
    onSuccess: () => window.location.assign(paths.employer),
  });
  const download = useAction(() => employerCall(downloadEmployerData, {}), {
    onSuccess: saveOwnData,
  });
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 w-full max-w-5xl flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 sm:px-6">
          <Link
            to={paths.employer}
            className="flex min-w-0 flex-1 basis-48 items-center gap-3 rounded-control"
          >
            <SchoolMark size={2.25} />
            <span className="grid min-w-0">
              <span className="truncate font-bold" dir="auto">
                {school.name}
              </span>
              <span className="truncate text-sm text-ink-2" dir="auto">
                {account.employer.name}
              </span>
            </span>
          </Link>
          <LanguageMenu />
          <Button icon={LogOut} isPending={leave.isPending} onClick={() => leave.run()}>
            {t('employer.signOut')}
          </Button>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 pt-6 pb-10 outline-none sm:px-6"
      >
        {children}
      </main>
      <footer className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 text-sm text-ink-2 sm:px-6">
        <div className="min-w-0 flex-1 basis-72">
          <p className="wrap-anywhere">
            {t('employer.signedInAs', { email: isolate(account.contact.email) })}
          </p>
          <p>{t('employer.deletionHelp', { school: school.name })}</p>
        </div>
        <Button icon={Download} isPending={download.isPending} onClick={() => download.run()}>
          {t('employer.download')}
        </Button>
      </footer>
    </div>
  );
}
