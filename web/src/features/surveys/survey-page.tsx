import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  ClipboardList,
  Clock,
  HeartHandshake,
  Lock,
  Settings2,
  ShieldCheck,
} from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { FormAnswers } from '#contract/forms/definition.ts';
import type { Survey } from '#contract/surveys/endpoints.ts';
import { answerSurvey, saveSurveyDraft } from '#contract/surveys/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams } from '../../lib/page.tsx';
import { useUser } from '../../lib/session-store.ts';
import { readTab, writeTab } from '../../lib/stored.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import type { AnswerNames } from '../forms/answer-field.tsx';
import { FormAnswer } from '../forms/form-answer.tsx';
import { refusedBy } from '../forms/refused-answers.ts';
import english from './messages/en.json';
import { staleSurveys, surveyQuery } from './surveys.data.ts';

addEnglish(english);

/** The page to answer a survey. */
export function SurveyPage() {
  const { t } = useMessages();
  const { surveyId = '' } = useParams();
  const survey = useQuery(surveyQuery(surveyId));
  usePageTitle(survey.data?.title ?? t('surveys.title'));
  return (
    <Page width="read">
      <QueryBoundary
        query={survey}
        isPage
        skeleton={['h-24', 'h-72']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: ClipboardList,
            title: t('surveys.notFound'),
            body: t('surveys.notFoundBody'),
          },
        }}
      >
        {(data) => <Shown key={data.id} survey={data} />}
      </QueryBoundary>
    </Page>
  );
}

function Shown({ survey }: { survey: Survey }) {
  const { t, date } = useMessages();
  const [isSent, setSent] = useState(false);
  const { club, closesAt } = survey;
  // A club that is read-only doesn't accept responses.
  const mine = survey.mine === 'open' && !survey.can.answer ? 'closed' : survey.mine;
  const toClub = (
    <BackLink to={paths.club} params={{ clubId: club.id }} search={{ tab: 'surveys' }}>
      <bdi>{club.name}</bdi>
    </BackLink>
  );
  return (
    <div className="grid w-full max-w-2xl gap-5">
      <header className="grid gap-2">
        {toClub}
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 dir="auto" className="page-start min-w-0 wrap-anywhere">
            {survey.title}
          </h1>
          {survey.can.manage && (
            <Link
              to={paths.surveyEditor}
              params={{ surveyId: survey.id }}
              className={buttonClass({ variant: 'outline' })}
            >
              <Settings2 size={20} strokeWidth={1.9} aria-hidden />
              {t('surveys.manage')}
            </Link>
          )}
        </div>
        {survey.description !== '' && (
          <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
            {survey.description}
          </p>
        )}
        {closesAt !== null && mine === 'open' && (
          <p className="text-sm text-ink-2">
            {t('surveys.until', { date: date(closesAt, 'moment') })}
          </p>
        )}
      </header>
      {isSent ? (
        <div ref={focusOnce} tabIndex={-1} className="outline-none">
          <EmptyState
            icon={CircleCheck}
            title={t('surveys.thanks')}
            action={
              <Link
                to={paths.club}
                params={{ clubId: club.id }}
                search={{ tab: 'surveys' }}
                className={buttonClass({ variant: 'primary' })}
              >
                {t('surveys.toClub')}
              </Link>
            }
          >
            {t(
              survey.isAnonymous
                ? 'surveys.thanksAnonymous'
                : survey.serviceKind === null
                  ? 'surveys.thanksBody'
                  : 'surveys.thanksService',
            )}
          </EmptyState>
        </div>
      ) : mine === 'open' ? (
        <>
          {survey.isAnonymous && (
            <Note icon={ShieldCheck} title={t('surveys.anonymous')}>
              {t('surveys.anonymousBody')}
            </Note>
          )}
          {survey.serviceKind !== null && (
            <Note icon={HeartHandshake} title={t('surveys.countsAsService')}>
              {t('surveys.countsAsServiceBody', { kind: survey.serviceKind })}
            </Note>
          )}
          <Answering survey={survey} onSent={() => setSent(true)} />
        </>
      ) : (
        <EmptyState
          icon={mine === 'answered' ? CircleCheck : mine === 'early' ? Clock : Lock}
          title={t(`surveys.mine_${mine}`)}
        >
          {mine === 'early' && survey.opensAt !== null
            ? t('surveys.opens', { date: date(survey.opensAt, 'moment') })
            : t(`surveys.mine_${mine}Body`)}
        </EmptyState>
      )}
    </div>
  );
}

/** The content that replaces the form gets its focus. */
const focusOnce = (element: HTMLElement | null): void => element?.focus();

const draftMs = 1_200;
const draftKey = (person: string, survey: string) => `survey-draft:${person}:${survey}`;

/** Reads the draft of an anonymous survey, which is stored only for this tab, because several people may share a computer. */
const readLocal = (key: string): FormAnswers => {
  try {
    const stored: unknown = JSON.parse(readTab(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as FormAnswers) : {};
  } catch {
    return {};
  }
};

function Answering({ survey, onSent }: { survey: Survey; onSent: () => void }) {
  const messages = useMessages();
  const { t, date } = messages;
  const { id, isAnonymous } = survey;
  const key = draftKey(useUser().uid, id);
  const [answers, setAnswers] = useState<FormAnswers>(() =>
    isAnonymous ? readLocal(key) : (survey.draft?.answers ?? {}),
  );
  const [names, setNames] = useState<AnswerNames>({ files: survey.files, people: survey.people });
  const [saved, setSaved] = useState(answers);
  const [savedAt, setSavedAt] = useState(isAnonymous ? null : (survey.draft?.savedAt ?? null));
  const isSending = useRef(false);
  // Identifies the response, so that a retry after a lost reply doesn't send it twice.
  const [clientId] = useState(() => newClientId());
  const save = useAction(
    async (what: FormAnswers) => {
      if (isAnonymous) {
        writeTab(key, JSON.stringify(what));
        return { savedAt: new Date().toISOString() };
      }
      return call(saveSurveyDraft, { id, answers: what });
    },
    {
      isQuiet: true,
      scope: `draft ${id}`,
      onSuccess: ({ savedAt: at }, what) => {
        setSaved(what);
        setSavedAt(at);
      },
    },
  );
  const send = useAction(
    (what: FormAnswers) =>
      call(answerSurvey, {
        id,
        clientId,
        revision: survey.revision,
        answers: what,
      }),
    {
      isQuiet: true,
      invalidates: staleSurveys,
      onSuccess: () => {
        if (isAnonymous) writeTab(key, '{}');
        onSent();
      },
    },
  );
  const keep = useEffectEvent(() => {
    if (!isSending.current) save.run(answers);
  });
  const isDirty = answers !== saved;
  useEffect(() => {
    if (!isDirty) return;
    const timer = setTimeout(keep, draftMs);
    return () => clearTimeout(timer);
  }, [answers, isDirty]);
  const refused = refusedBy(send.error);
  return (
    <Card>
      <FormAnswer
        definition={survey.definition}
        answers={answers}
        onChange={(next) => {
          if (send.error !== null) send.reset();
          setAnswers(next);
        }}
        names={names}
        onNames={setNames}
        refused={refused}
        failure={send.error === null ? null : errorText(send.error, messages)}
        submit={t('surveys.send')}
        isPending={send.isPending}
        onSubmit={(what) => {
          isSending.current = true;
          send.runAsync(what).catch((error: unknown) => {
            isSending.current = false;
            // The questions have changed. Load the new ones and keep the answers.
            if (error instanceof CallError && error.code === 'form_revised')
              void queryClient.invalidateQueries({ queryKey: surveyQuery(id).queryKey });
          });
        }}
        foot={
          <p role="status" className="text-sm text-ink-2">
            {save.error !== null
              ? t('surveys.draftFailed')
              : savedAt !== null &&
                t(isAnonymous ? 'surveys.draftHere' : 'surveys.draftSaved', {
                  when: date(savedAt, 'moment'),
                })}
          </p>
        }
      />
    </Card>
  );
}
