import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Link2Off, UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { InvitedClub } from '#contract/clubs/joining.endpoints.ts';
import { joinByClubLink, readClubLink } from '#contract/clubs/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSchool } from '../../lib/school.ts';
import { readTab, writeTab } from '../../lib/stored.ts';
import { paths } from '../../paths.ts';
import { isSignedIn } from '../../routing.ts';
import { SchoolMark } from '../../shell/school-mark.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { Poster } from '../../ui/poster.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import english from './messages/en.json';

addEnglish(english);

/** sessionStorage key for the token during sign-in, so that the token never appears in a URL sent to the server. */
const waiting = 'club-invitation';

const invitedQuery = (token: string) => callQuery(readClubLink, { token });

/** The target of an invitation link, with the club and a button. Signed-out users sign in first. */
export function JoinPage() {
  const { t } = useMessages();
  const school = useSchool();
  const { hash } = useLocation();
  const [token] = useState(() => {
    const sent = new URLSearchParams(hash).get('token');
    if (sent !== null && !isSignedIn()) writeTab(waiting, sent);
    return sent ?? readTab(waiting) ?? '';
  });
  usePageTitle(t('clubs.invitation'));
  const navigate = useNavigate();
  const isVisitor = !isSignedIn();
  useEffect(() => {
    if (isVisitor)
      void navigate({ to: paths.login, search: { redirect: paths.joinClub }, replace: true });
  }, [isVisitor, navigate]);
  if (isVisitor) return null;
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 w-full max-w-2xl items-center gap-3 px-4 py-2 sm:px-6">
          <SchoolMark size={2.25} />
          <span className="min-w-0 flex-1 truncate font-bold" dir="auto">
            {school.name}
          </span>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-2xl px-4 py-6 outline-none sm:px-6"
      >
        {token === '' ? <Unknown /> : <Invited token={token} />}
      </main>
    </div>
  );
}

function Unknown() {
  const { t } = useMessages();
  return (
    <EmptyState isPage icon={Link2Off} title={t('clubs.invitationUnknown')} action={<ToClubs />}>
      {t('clubs.invitationUnknownBody')}
    </EmptyState>
  );
}

function ToClubs() {
  const { t } = useMessages();
  return (
    <Link to={paths.clubs} className={buttonClass({ variant: 'outline' })}>
      {t('clubs.browse')}
    </Link>
  );
}

function Invited({ token }: { token: string }) {
  const { t } = useMessages();
  const invited = useQuery(invitedQuery(token));
  return (
    <QueryBoundary
      query={invited}
      isPage
      skeleton={<Skeleton className="h-72" />}
      isEmpty={() => false}
      errorContent={{
        not_found: {
          icon: Link2Off,
          title: t('clubs.invitationUnknown'),
          body: t('clubs.invitationUnknownBody'),
          action: <ToClubs />,
        },
      }}
    >
      {(club) => <InvitedCard club={club} token={token} />}
    </QueryBoundary>
  );
}

function InvitedCard({ club, token }: { club: InvitedClub; token: string }) {
  const { t, date } = useMessages();
  const navigate = useNavigate();
  const { id, name, state } = club;
  const join = useAction(() => call(joinByClubLink, { token }), {
    invalidates: 'all',
    success: t('clubs.joined', { name }),
    onSuccess: () => {
      writeTab(waiting, '');
      return navigate({ to: paths.club, params: { clubId: id }, replace: true });
    },
  });
  const look = 'h-32 w-full object-cover';
  const toClub = (
    <Link
      to={paths.club}
      params={{ clubId: id }}
      className={buttonClass({ variant: 'primary', size: 'lg' })}
    >
      {t('clubs.invitationOpen')}
    </Link>
  );
  return (
    <article className="card overflow-hidden" aria-label={name}>
      {club.cover === null ? (
        <Poster name={name} className={look} />
      ) : (
        <img src={club.cover} alt="" className={`bg-fill-2 ${look}`} />
      )}
      <div className="grid gap-4 px-4 pb-6 sm:px-6">
        <span className="-mt-10 justify-self-start rounded-[1.1rem] border-4 border-ground bg-ground">
          <Avatar name={name} photoUrl={club.logo} size={5} shape="square" />
        </span>
        <div className="grid gap-1.5">
          <p className="text-sm text-ink-2">{t('clubs.invitationLead')}</p>
          <h1 dir="auto" className="page-start wrap-anywhere">
            {name}
          </h1>
          {club.description !== '' && (
            <p dir="auto" className="page-start wrap-anywhere">
              {club.description}
            </p>
          )}
        </div>
        {club.isMember ? (
          <div className="grid justify-items-start gap-3">
            <p>{t('clubs.invitationMember')}</p>
            {toClub}
          </div>
        ) : state === 'active' ? (
          <div className="grid justify-items-start gap-2">
            <Button
              variant="primary"
              size="lg"
              icon={UserPlus}
              isPending={join.isPending}
              onClick={() => join.run()}
            >
              {t('clubs.joinNamed', { name })}
            </Button>
            <p className="text-sm text-ink-2">
              {t('clubs.invitationUntil', { date: date(club.expiresAt, 'moment') })}
            </p>
          </div>
        ) : (
          <Note
            tone="warn"
            icon={Link2Off}
            title={t(`clubs.invitation_${state}`)}
            action={<ToClubs />}
          >
            {t('clubs.invitationEnded')}
          </Note>
        )}
      </div>
    </article>
  );
}
