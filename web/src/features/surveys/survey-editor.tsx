import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  ClipboardList,
  Eye,
  Lock,
  LockOpen,
  MoreHorizontal,
  Send,
  ShieldCheck,
  Trash2,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import type { FormAnswers } from '#contract/forms/definition.ts';
import { unfinishedQuestion } from '#contract/forms/form-rules.ts';
import type { SurveySettings } from '#contract/surveys/endpoints.ts';
import { closeSurvey, deleteSurvey, publishSurvey } from '#contract/surveys/calls.ts';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams, useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { AnswerNames } from '../forms/answer-field.tsx';
import { FormAnswer } from '../forms/form-answer.tsx';
import { FormBuilder } from '../forms/form-builder.tsx';
import { QuestionList } from '../forms/question-list.tsx';
import english from './messages/en.json';
import { SurveyAudience } from './survey-audience.tsx';
import { SurveyResponses } from './survey-responses.tsx';
import { staleSurveys, surveySettings } from './surveys.data.ts';
import { useSurveyDraft, type SurveyWork } from './use-survey-draft.ts';

addEnglish(english);

/** The survey's pages for officers: questions, audience, responses. */
export function SurveyEditor() {
  const { t } = useMessages();
  const { surveyId = '' } = useParams();
  const settings = useQuery({ ...surveySettings(surveyId), staleTime: Number.POSITIVE_INFINITY });
  usePageTitle(settings.data?.title ?? t('surveys.title'));
  return (
    <Page width="wide">
      <QueryBoundary
        query={settings}
        isPage
        skeleton={['h-20', 'h-11', 'h-96']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: ClipboardList,
            title: t('surveys.notFound'),
            body: t('surveys.notYours'),
          },
        }}
      >
        {(data) => <Editor key={data.id} settings={data} />}
      </QueryBoundary>
    </Page>
  );
}

const tabs = ['questions', 'audience', 'responses'] as const;

function Editor({ settings }: { settings: SurveySettings }) {
  const messages = useMessages();
  const { t, date } = messages;
  const navigate = useNavigate();
  const asked = useSearch()['tab'];
  const tab =
    tabs.find((one) => one === asked) ?? (settings.state === 'draft' ? 'questions' : 'responses');
  const work = useSurveyDraft(settings);
  const [invalidId, setInvalidId] = useState<string | null>(null);
  const { draft } = work;
  const show = (next: (typeof tabs)[number]) =>
    void navigate({
      to: paths.surveyEditor,
      params: { surveyId: settings.id },
      search: { tab: next },
      replace: true,
      resetScroll: false,
    });
  const state =
    settings.state !== 'open'
      ? t(`surveys.state_${settings.state}`)
      : !settings.takesAnswers
        ? t('surveys.notNow')
        : settings.closesAt === null
          ? t('surveys.state_open')
          : t('surveys.until', { date: date(settings.closesAt, 'moment') });
  return (
    <>
      <LeaveGuard isDirty={work.isDirty} />
      <div className="grid gap-1">
        <BackLink to={paths.club} params={{ clubId: settings.club.id }} search={{ tab: 'surveys' }}>
          <bdi>{settings.club.name}</bdi>
        </BackLink>
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
            <h1 dir="auto" className="page-start wrap-anywhere">
              {draft.title || t('surveys.untitledShort')}
            </h1>
            <p className="text-sm text-ink-2" role="status">
              {state}
              <Saved work={work} />
            </p>
          </div>
          <Actions settings={settings} work={work} onWrong={setInvalidId} show={show} />
        </header>
      </div>
      {work.isConflict && <Conflict work={work} />}
      {!work.isConflict && work.error !== null && (
        <Note
          tone="bad"
          title={t('surveys.notSaved')}
          action={
            <Button size="sm" onClick={work.save}>
              {t('surveys.again')}
            </Button>
          }
        >
          {errorText(work.error, messages)}
        </Note>
      )}
      <Tabs
        label={t('surveys.sections')}
        items={[
          {
            id: 'questions' as const,
            label: t('surveys.tab_questions'),
            count: draft.definition.questions.length,
          },
          { id: 'audience' as const, label: t('surveys.tab_audience') },
          { id: 'responses' as const, label: t('surveys.tab_responses'), count: settings.answers },
        ]}
        selected={tab}
        onSelect={show}
      >
        <div className="pt-1">
          {tab === 'questions' ? (
            <Questions settings={settings} work={work} wrong={invalidId} />
          ) : tab === 'audience' ? (
            <SurveyAudience settings={settings} work={work} />
          ) : (
            <SurveyResponses settings={settings} />
          )}
        </div>
      </Tabs>
      {!work.isAuto && !work.isConflict && <SurveySaveBar work={work} />}
    </>
  );
}

function SurveySaveBar({ work }: { work: SurveyWork }) {
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        work.save();
      }}
    >
      <SaveBar
        isDirty={work.isDirty}
        isPending={work.isPending}
        error={null}
        onDiscard={work.discard}
      />
    </form>
  );
}

function Saved({ work }: { work: SurveyWork }) {
  const { t, date } = useMessages();
  if (work.isAuto && (work.isPending || (work.isDirty && work.error === null)))
    return <> • {t('surveys.saving')}</>;
  return work.savedAt === null ? null : (
    <> • {t('surveys.savedAt', { when: date(work.savedAt, 'moment') })}</>
  );
}

/** Shown if someone else saved. Both versions are kept until the user decides. */
function Conflict({ work }: { work: SurveyWork }) {
  const { t } = useMessages();
  const mine = useAction(work.keepMine);
  const theirs = useAction(work.takeTheirs);
  return (
    <Note
      tone="warn"
      icon={Users}
      title={t('surveys.conflict')}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="sm" isPending={theirs.isPending} onClick={() => theirs.run()}>
            {t('surveys.takeTheirs')}
          </Button>
          <Button size="sm" isPending={mine.isPending} onClick={() => mine.run()}>
            {t('surveys.keepMine')}
          </Button>
        </span>
      }
    >
      {t('surveys.conflictBody')}
    </Note>
  );
}

function Questions({
  settings,
  work,
  wrong,
}: {
  settings: SurveySettings;
  work: SurveyWork;
  wrong: string | null;
}) {
  const { t } = useMessages();
  const isFixed = settings.isAnonymous && settings.answers > 0;
  if (isFixed)
    return (
      <div className="grid max-w-3xl gap-4">
        <Note icon={ShieldCheck} title={t('surveys.fixed')}>
          {t('surveys.fixedBody')}
        </Note>
        <QuestionList definition={settings.definition} />
      </div>
    );
  return (
    <div className="grid gap-4">
      {settings.answers > 0 && (
        <Note title={t('surveys.answeredNote')}>{t('surveys.answeredNoteBody')}</Note>
      )}
      <FormBuilder
        definition={work.draft.definition}
        isAnonymous={work.draft.isAnonymous}
        wrong={wrong}
        isAnswered={settings.answers > 0}
        onChange={(definition) => work.change({ definition })}
      />
    </div>
  );
}

/** The survey as others see it. Nothing is sent. */
function Preview({ work, onDone }: { work: SurveyWork; onDone: () => void }) {
  const { t } = useMessages();
  const [answers, setAnswers] = useState<FormAnswers>({});
  const [names, setNames] = useState<AnswerNames>({ files: [], people: [] });
  return (
    <FormAnswer
      definition={work.draft.definition}
      answers={answers}
      onChange={setAnswers}
      names={names}
      onNames={setNames}
      submit={t('surveys.finishPreview')}
      onSubmit={onDone}
    />
  );
}

interface ActionsProps {
  settings: SurveySettings;
  work: SurveyWork;
  onWrong: (question: string | null) => void;
  show: (tab: (typeof tabs)[number]) => void;
}

function Actions({ settings, work, onWrong, show }: ActionsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [isTrying, setTrying] = useState(false);
  const { id, state } = settings;
  const publish = useAction(
    async () => {
      const version = await work.flush();
      return call(publishSurvey, { id, version });
    },
    {
      confirm: () =>
        state === 'draft'
          ? {
              title: t('surveys.publishTitle'),
              body: t(`surveys.publish_${work.draft.audience}`),
              confirmLabel: t('surveys.publish'),
            }
          : null,
      invalidates: staleSurveys,
      success: t(state === 'draft' ? 'surveys.published' : 'surveys.reopened'),
      onSuccess: work.accept,
    },
  );
  const close = useAction(() => call(closeSurvey, { id }), {
    invalidates: staleSurveys,
    success: t('surveys.closedNow'),
    onSuccess: work.accept,
  });
  const remove = useAction(() => call(deleteSurvey, { id }), {
    confirm: () => ({
      title: t('surveys.removeTitle'),
      body: t('surveys.removeBody', { count: settings.answers }),
      confirmLabel: t('surveys.remove'),
      isDanger: true,
    }),
    invalidates: staleSurveys,
    success: t('surveys.removed'),
    onSuccess: () =>
      navigate({
        to: paths.club,
        params: { clubId: settings.club.id },
        search: { tab: 'surveys' },
      }),
  });
  const tryPublish = () => {
    const unfinished = unfinishedQuestion(work.draft.definition);
    onWrong(unfinished);
    if (unfinished !== null) {
      show('questions');
      if (unfinished !== '') return;
    }
    publish.run();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        icon={Eye}
        disabled={work.draft.definition.questions.length === 0}
        onClick={() => setTrying(true)}
      >
        {t('surveys.try')}
      </Button>
      {state === 'draft' ? (
        <Button variant="primary" icon={Send} isPending={publish.isPending} onClick={tryPublish}>
          {t('surveys.publish')}
        </Button>
      ) : state === 'open' ? (
        <Button icon={Lock} isPending={close.isPending} onClick={() => close.run()}>
          {t('surveys.close')}
        </Button>
      ) : (
        <Button icon={LockOpen} isPending={publish.isPending} onClick={() => publish.run()}>
          {t('surveys.reopen')}
        </Button>
      )}
      <MenuButton
        label={t('surveys.more')}
        icon={MoreHorizontal}
        variant="quiet"
        items={[{ id: 'remove', label: t('surveys.remove'), icon: Trash2, isDanger: true }]}
        onAction={() => remove.run()}
      />
      <Dialog size="lg" title={work.draft.title} isOpen={isTrying} onClose={() => setTrying(false)}>
        <div className="grid gap-4">
          <Note icon={Eye}>{t('surveys.tryNote')}</Note>
          <Preview work={work} onDone={() => setTrying(false)} />
        </div>
      </Dialog>
    </div>
  );
}
