import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, ClipboardPen, Trash2 } from 'lucide-react';
import type { Application } from '#contract/club-registration/endpoints.ts';
import {
  acceptPosition,
  deleteApplication,
  listApplications,
} from '#contract/club-registration/calls.ts';
import { getClubAbout, getClubLayout, listClubs } from '#contract/clubs/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, queryClient } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/page.tsx';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Note } from '../../ui/note.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SubmissionTimeline } from '../approvals/submission-timeline.tsx';
import { ApplicationStepper } from './application-stepper.tsx';
import { ApplicationSummary } from './application-summary.tsx';
import { stateTones, titleOf } from './application-words.ts';
import { applicationQuery, staleApplication } from './club-registration.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** A registration or renewal: an editable stepper, or the submitted content with its status. */
export function ApplicationPage() {
  const messages = useMessages();
  const { t } = messages;
  const { applicationId = '' } = useParams();
  const application = useQuery({
    ...applicationQuery(applicationId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(
    application.data === undefined
      ? t('clubRegistration.mine')
      : titleOf(messages, application.data),
  );
  return (
    <Page>
      <QueryBoundary
        query={application}
        isPage
        skeleton={['h-20', 'h-96']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: ClipboardPen,
            title: t('clubRegistration.notFound'),
            body: t('clubRegistration.notFoundBody'),
          },
        }}
      >
        {(data) => (
          <>
            <Head application={data} />
            {data.can.accept && <Asked application={data} />}
            {data.can.edit ? (
              <ApplicationStepper
                // Remount when the state or the questions change.
                key={`${data.id} ${data.state} ${data.form.revision}`}
                application={data}
              />
            ) : (
              <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
                <ApplicationSummary application={data} />
                {data.submission !== null && (
                  <SubmissionTimeline submission={data.submission} stale={staleApplication} />
                )}
              </div>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Head({ application }: { application: Application }) {
  const messages = useMessages();
  const { t, date } = messages;
  const navigate = useNavigate();
  const { id, state, club, window, can } = application;
  const remove = useAction(() => call(deleteApplication, { id }), {
    confirm: () => ({
      title: t('clubRegistration.deleteTitle'),
      body: t('clubRegistration.deleteBody'),
      confirmLabel: t('clubRegistration.delete'),
      isDanger: true,
    }),
    invalidates: [listApplications],
    success: t('clubRegistration.deleted'),
    onSuccess: () => navigate({ to: paths.clubRegistrations }),
  });
  return (
    <header className="grid gap-1">
      <BackLink to={paths.clubRegistrations}>{t('clubRegistration.mine')}</BackLink>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 dir="auto" className="page-start min-w-0 wrap-anywhere">
          {titleOf(messages, application)}
        </h1>
        <Pill tone={stateTones[state]}>{t(`clubRegistration.state_${state}`)}</Pill>
        <span className="ms-auto flex gap-2">
          {club !== null && (
            <Link
              to={paths.club}
              params={{ clubId: club.id }}
              className={buttonClass({ variant: 'outline' })}
            >
              {t('clubRegistration.toClub')}
            </Link>
          )}
          {can.delete && (
            <Button
              variant="quiet"
              icon={Trash2}
              isPending={remove.isPending}
              onClick={() => remove.run()}
            >
              {t('clubRegistration.delete')}
            </Button>
          )}
        </span>
      </div>
      {window !== null && (
        <p className="text-ink-2">
          {t('clubRegistration.dueBy', { date: date(window.closesAt, 'moment') })}
        </p>
      )}
    </header>
  );
}

/** Asks the caller to accept a position. */
function Asked({ application }: { application: Application }) {
  const { t } = useMessages();
  const me = useUser().uid;
  const { id } = application;
  const position = application.officers.find(({ person }) => person.uid === me)?.position.name;
  const answer = useAction((isAccepted: boolean) => call(acceptPosition, { id, isAccepted }), {
    invalidates: [...staleApplication, listClubs, getClubLayout, getClubAbout],
    success: (_, isAccepted) =>
      t(isAccepted ? 'clubRegistration.accepted' : 'clubRegistration.declined'),
    onSuccess: () => queryClient.resetQueries({ queryKey: applicationQuery(id).queryKey }),
  });
  return (
    <Note
      tone="brand"
      icon={BadgeCheck}
      title={t('clubRegistration.askedTitle', { position: position ?? '' })}
      action={
        <span className="flex flex-wrap gap-2">
          <Button isPending={answer.isPending} onClick={() => answer.run(false)}>
            {t('clubRegistration.decline')}
          </Button>
          <Button variant="primary" isPending={answer.isPending} onClick={() => answer.run(true)}>
            {t('clubRegistration.accept')}
          </Button>
        </span>
      }
    >
      {t('clubRegistration.askedBody')}
    </Note>
  );
}
