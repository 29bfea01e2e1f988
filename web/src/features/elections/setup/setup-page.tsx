import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Eye, MoreHorizontal, Trash2, Users, Vote } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ElectionSettings } from '#contract/elections/endpoints.ts';
import { deleteElection, previewVoters } from '#contract/elections/calls.ts';
import { LeaveGuard } from '../../../kit/leave-guard.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call, steadyCallQuery } from '../../../lib/call.ts';
import { useContinueKey } from '../../../lib/continue-key.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { errorText } from '../../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { Page } from '../../../shell/page.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Note } from '../../../ui/note.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { electionSettings, staleElections } from '../elections.data.ts';
import english from '../messages/en.json';
import { PhasePill } from '../phase-pill.tsx';
import { CheckStep } from './check-step.tsx';
import { ContestsStep } from './contests-step.tsx';
import { DatesStep } from './dates-step.tsx';
import { missingOf, setupSteps, type SetupStep } from './election-draft.ts';
import { NominationsStep } from './nominations-step.tsx';
import { RunningElection } from './running-election.tsx';
import { SetupAside } from './setup-aside.tsx';
import { useElectionDraft, type ElectionWork } from './use-election-draft.ts';
import { VotersStep } from './voters-step.tsx';

addEnglish(english);

/** The settings of an election, for managers: the set-up of a draft; later its turnout, end and voters. */
export function SetupPage() {
  const { t } = useMessages();
  const { electionId = '' } = useParams();
  const settings = useQuery({
    ...electionSettings(electionId),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  usePageTitle(settings.data?.election.title ?? t('elections.title'));
  // An editor that starts with old data would only find out when it saves.
  const fresh = { ...settings, data: settings.isFetchedAfterMount ? settings.data : undefined };
  return (
    <Page width="wide">
      <QueryBoundary
        query={fresh}
        isPage
        skeleton={['h-20', 'h-96']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: Vote,
            title: t('elections.notFound'),
            body: t('elections.notFoundBody'),
          },
        }}
      >
        {(data) =>
          data.election.phase === 'draft' ? (
            <Setup key={data.election.id} settings={data} />
          ) : (
            <>
              <SetupHeader settings={data} />
              <RunningElection election={data.election} canListVoters={data.canListVoters} />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/** The title, with the club, the phase and when the draft was saved. */
function SetupHeader({ settings, work }: { settings: ElectionSettings; work?: ElectionWork }) {
  const { t, date } = useMessages();
  const { election } = settings;
  const title = work?.draft.title.trim() || election.title;
  const saved =
    work === undefined
      ? ''
      : work.isPending || (work.isDirty && work.canSave && work.error === null)
        ? t('elections.setup_saving')
        : work.isDirty && !work.canSave
          ? t('elections.setup_unsaved')
          : work.savedAt === null
            ? ''
            : t('elections.setup_savedAt', { when: date(work.savedAt, 'time') });
  return (
    <div className="grid gap-1">
      <BackLink to={paths.elections}>{t('nav.elections')}</BackLink>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-64 justify-items-start gap-1">
          <h1 dir="auto" className="page-start wrap-anywhere">
            {title}
          </h1>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
            <bdi>{election.club?.name ?? t('elections.list_school')}</bdi>
            <PhasePill phase={election.phase} />
            <span role="status">{saved}</span>
          </p>
        </div>
        <SetupActions settings={settings} hasContests={election.contests.length > 0} />
      </header>
    </div>
  );
}

function SetupActions({
  settings: { election },
  hasContests,
}: {
  settings: ElectionSettings;
  hasContests: boolean;
}) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const isDraft = election.phase === 'draft';
  const remove = useAction(() => call(deleteElection, { id: election.id }), {
    confirm: () => ({
      title: t('elections.setup_deleteTitle'),
      body: t('elections.setup_deleteBody'),
      confirmLabel: t('elections.setup_delete'),
      isDanger: true,
    }),
    invalidates: staleElections,
    success: t('elections.setup_deleted'),
    onSuccess: () => navigate({ to: paths.elections }),
  });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isDraft ? (
        hasContests && (
          <Link
            to={paths.election}
            params={{ electionId: election.id }}
            search={{ step: election.contests[0]?.id ?? 'check' }}
            className={buttonClass({ variant: 'outline' })}
          >
            <Eye size={20} strokeWidth={1.9} aria-hidden />
            {t('elections.setup_try')}
          </Link>
        )
      ) : (
        <Link
          to={paths.election}
          params={{ electionId: election.id }}
          className={buttonClass({ variant: 'outline' })}
        >
          <Eye size={20} strokeWidth={1.9} aria-hidden />
          {t('elections.setup_open')}
        </Link>
      )}
      {isDraft && (
        <MenuButton
          label={t('elections.setup_more', { title: election.title })}
          icon={MoreHorizontal}
          variant="quiet"
          items={[
            { id: 'remove', label: t('elections.setup_delete'), icon: Trash2, isDanger: true },
          ]}
          onAction={() => remove.run()}
        />
      )}
    </div>
  );
}

/** Returns the people who can vote under the rule today, a moment after it changes. */
function usePreview(club: string | null, voters: ElectionWork['draft']['voters']) {
  const [rule, setRule] = useState(voters);
  useDebounced(voters, setRule);
  return useQuery(steadyCallQuery(previewVoters, { club, voters: rule }));
}

function Setup({ settings }: { settings: ElectionSettings }) {
  const { t, date } = useMessages();
  const navigate = useNavigate();
  const { election } = settings;
  const work = useElectionDraft(settings);
  const { draft } = work;
  const asked = useSearch()['step'];
  const step = setupSteps.find((one) => one === asked) ?? 'contests';
  const [left, setLeft] = useState<ReadonlySet<SetupStep>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  const preview = usePreview(election.club?.id ?? null, draft.voters);
  const voters = preview.data?.voters;
  const isDuesHidden = preview.data?.isDuesHidden === true;
  const missing = missingOf(draft, voters);
  const isWrong = (one: SetupStep) =>
    (left.has(one) || step === 'check') && missing.some((part) => part.step === one);
  const go = (to: SetupStep) => {
    setLeft(new Set([...left, step]));
    void navigate({
      to: paths.electionSetup,
      params: { electionId: election.id },
      search: to === 'contests' ? {} : { step: to },
      replace: true,
      resetScroll: true,
    });
    requestAnimationFrame(() => heading.current?.focus());
  };
  const next = setupSteps[setupSteps.indexOf(step) + 1];
  const before = setupSteps[setupSteps.indexOf(step) - 1];
  useContinueKey(next === undefined ? null : () => go(next));
  const notes: Record<SetupStep, string> = {
    contests: t('elections.setup_onBallot', { count: draft.contests.length }),
    voters:
      voters === undefined
        ? ''
        : t(isDuesHidden ? 'elections.setup_canVoteUpTo' : 'elections.setup_voterCount', {
            count: voters,
          }),
    nominations:
      draft.nominationsEndAt === null
        ? t('elections.setup_noNominations')
        : t('elections.list_until', { date: date(draft.nominationsEndAt, 'short') }),
    dates: t('elections.list_from', {
      from: date(draft.opensAt, 'short'),
      until: date(draft.closesAt, 'short'),
    }),
    check: t('elections.setup_checkNote'),
  };
  return (
    <>
      <LeaveGuard isDirty={work.isDirty} />
      <SetupHeader settings={settings} work={work} />
      <SaveProblem work={work} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_19rem]">
        <Stepper
          label={t('elections.setup_steps')}
          selected={step}
          onSelect={go}
          steps={setupSteps.map((id) => ({
            id,
            label: t(`elections.setup_step_${id}`),
            note: notes[id],
            state: isWrong(id) ? 'wrong' : left.has(id) && id !== step ? 'done' : 'open',
          }))}
        />
        <div className="grid min-w-0 gap-4">
          <div className="grid gap-1">
            <h2 ref={heading} tabIndex={-1} className="outline-none">
              {t(`elections.setup_step_${step}`)}
            </h2>
            <p className="text-ink-2">{t(`elections.setup_hint_${step}`)}</p>
          </div>
          {step === 'contests' && <ContestsStep settings={settings} work={work} />}
          {step === 'voters' && <VotersStep settings={settings} work={work} preview={preview} />}
          {step === 'nominations' && <NominationsStep work={work} />}
          {step === 'dates' && <DatesStep work={work} />}
          {step === 'check' && (
            <CheckStep
              settings={settings}
              work={work}
              voters={voters}
              isDuesHidden={isDuesHidden}
              missing={missing}
              onGo={go}
            />
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-ink-2">{t('elections.setup_leave')}</p>
            <div className="flex flex-wrap gap-2">
              {before !== undefined && (
                <Button onClick={() => go(before)}>{t('elections.setup_previous')}</Button>
              )}
              {next !== undefined && (
                <Button variant="primary" onClick={() => go(next)}>
                  <span className="flex items-center gap-2">
                    {t('elections.setup_next', { step: t(`elections.setup_step_${next}`) })}
                    <ArrowRight size={20} aria-hidden className="rtl:-scale-x-100" />
                  </span>
                </Button>
              )}
            </div>
          </div>
        </div>
        <SetupAside className="lg:col-start-2 xl:col-start-auto" draft={draft} voters={voters} />
      </div>
    </>
  );
}

/** Shown if a save failed, or if someone else saved. Both versions are kept until the user decides. */
function SaveProblem({ work }: { work: ElectionWork }) {
  const messages = useMessages();
  const { t } = messages;
  const mine = useAction(work.keepMine);
  const theirs = useAction(work.takeTheirs);
  if (work.error === null) return null;
  if (!work.isConflict)
    return (
      <Note
        tone="bad"
        title={t('elections.setup_notSaved')}
        action={
          <Button size="sm" onClick={work.save}>
            {t('elections.setup_again')}
          </Button>
        }
      >
        {errorText(work.error, messages)}
      </Note>
    );
  return (
    <Note
      tone="warn"
      icon={Users}
      title={t('elections.setup_conflict')}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" isPending={theirs.isPending} onClick={() => theirs.run()}>
            {t('elections.setup_reload')}
          </Button>
          {!work.isFixed && (
            <Button size="sm" isPending={mine.isPending} onClick={() => mine.run()}>
              {t('elections.setup_keepMine')}
            </Button>
          )}
        </span>
      }
    >
      {t(work.isFixed ? 'elections.setup_fixedBody' : 'elections.setup_conflictBody')}
    </Note>
  );
}
