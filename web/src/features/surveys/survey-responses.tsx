import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BellRing, ClipboardList, Download, EyeOff, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { isChoice } from '#contract/forms/form-rules.ts';
import { formLimits } from '#contract/forms/limits.ts';
import type { AnsweredForm } from '#contract/forms/results.ts';
import type { SurveyResults, SurveySettings } from '#contract/surveys/endpoints.ts';
import { exportSurvey, remindOfSurvey } from '#contract/surveys/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { AnswersList } from '../forms/answers-list.tsx';
import { FormResults } from '../forms/form-results.tsx';
import { nameOf } from '../people/person.ts';
import { answerPages, saveSettings, surveyResults } from './surveys.data.ts';

/** The responses: a summary with charts, or individual ones. */
export function SurveyResponses({ settings }: { settings: SurveySettings }) {
  const { t } = useMessages();
  const [view, setView] = useState<'summary' | 'single'>('summary');
  const [filter, setFilter] = useState('');
  const [question, option] = filter.split(' ');
  const results = useQuery(
    surveyResults(
      settings.id,
      question !== undefined && option !== undefined ? { question, option } : null,
    ),
  );
  const save = useAction(() => call(exportSurvey, { id: settings.id }), {
    onSuccess: ({ name, csv }) => saveFile(name, csv, 'text/csv;charset=utf-8'),
  });
  const choices = settings.definition.questions.filter(isChoice);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {settings.isAnonymous ? (
          <span />
        ) : (
          <Segmented
            label={t('surveys.view')}
            value={view}
            options={[
              { value: 'summary', label: t('surveys.summary') },
              { value: 'single', label: t('surveys.single') },
            ]}
            onChange={setView}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          {view === 'summary' && choices.length > 0 && (
            <div className="max-w-72">
              <Select
                label={t('surveys.filter')}
                isLabelHidden
                value={filter}
                options={[
                  { value: '', label: t('surveys.allAnswers') },
                  ...choices.flatMap(({ id, title, options }) =>
                    options.map((one) => ({
                      value: `${id} ${one.id}`,
                      label: t('surveys.filterBy', { question: title, answer: one.label }),
                    })),
                  ),
                ]}
                onChange={setFilter}
              />
            </div>
          )}
          <Remind settings={settings} />
          <Button size="lg" icon={Download} isPending={save.isPending} onClick={() => save.run()}>
            {t('surveys.export')}
          </Button>
        </div>
      </div>
      {view === 'summary' ? (
        <QueryBoundary query={results} skeleton={['h-24', 'h-72']} isEmpty={() => false}>
          {(data) => <Summary settings={settings} results={data} />}
        </QueryBoundary>
      ) : (
        <Single id={settings.id} />
      )}
    </div>
  );
}

/** Sends a reminder, and shows when the last one was sent. */
function Remind({ settings }: { settings: SurveySettings }) {
  const { t, ago } = useMessages();
  const { id, isAnonymous, takesAnswers, remindedAt } = settings;
  const remind = useAction(() => call(remindOfSurvey, { id }), {
    confirm: () => ({
      title: t('surveys.remindTitle'),
      body: t(isAnonymous ? 'surveys.remindAnonymous' : 'surveys.remindBody'),
      confirmLabel: t('surveys.remind'),
    }),
    success: t('surveys.reminded'),
    onSuccess: saveSettings,
  });
  if (settings.can.remind)
    return (
      <Button size="lg" icon={BellRing} isPending={remind.isPending} onClick={() => remind.run()}>
        {t('surveys.remind')}
      </Button>
    );
  return takesAnswers && remindedAt !== null ? (
    <p className="self-center text-sm text-ink-2">
      {t('surveys.remindedAt', { when: ago(remindedAt) })}
    </p>
  ) : null;
}

function Summary({ settings, results }: { settings: SurveySettings; results: SurveyResults }) {
  const { t, number } = useMessages();
  const { answers, audienceSize, shown, questions } = results;
  const link = `${window.location.origin}/surveys/${settings.id}`;
  if (answers === 0)
    return (
      <div className="grid gap-4">
        <EmptyState icon={ClipboardList} title={t('surveys.noAnswers')}>
          {settings.isAnonymous
            ? t('surveys.anonymousResults', { count: formLimits.anonymousMin })
            : t('surveys.noAnswersBody')}
        </EmptyState>
        {settings.state === 'open' && (
          <div className="mx-auto grid w-full max-w-md justify-items-center gap-4">
            <div className="w-full">
              <CopyField label={t('surveys.link')} value={link} />
            </div>
            <QrCode label={t('surveys.linkCode')} value={link} />
          </div>
        )}
      </div>
    );
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 content-start gap-4">
        {shown === null ? (
          <Note icon={EyeOff} title={t('surveys.tooFew')}>
            {t('surveys.tooFewBody', { count: formLimits.anonymousMin })}
          </Note>
        ) : (
          <FormResults questions={questions} />
        )}
      </div>
      <div className="grid content-start gap-4 max-xl:order-first max-xl:sm:grid-cols-2">
        <Card title={t('surveys.answers')}>
          <p className="flex flex-wrap items-baseline gap-2">
            <span className="text-2xl font-bold tabular-nums">{number(answers)}</span>
            {audienceSize !== null && (
              <span className="text-ink-2">{t('surveys.ofPeople', { count: audienceSize })}</span>
            )}
          </p>
          {audienceSize !== null && audienceSize > 0 && (
            <div className="mt-3">
              <ProgressBar
                label={t('surveys.answers')}
                share={Math.min(1, answers / audienceSize)}
              />
            </div>
          )}
          {shown !== null && shown !== answers && (
            <p className="mt-2 text-sm text-ink-2">{t('surveys.shown', { count: shown })}</p>
          )}
        </Card>
        {settings.isAnonymous && (
          <Note icon={ShieldCheck} title={t('surveys.anonymous')}>
            {t('surveys.anonymousResults', { count: formLimits.anonymousMin })}
          </Note>
        )}
      </div>
    </div>
  );
}

function Single({ id }: { id: string }) {
  const { t } = useMessages();
  const answers = useInfiniteQuery(answerPages(id));
  return (
    <QueryBoundary
      query={answers}
      empty={{
        icon: ClipboardList,
        title: t('surveys.noAnswers'),
        body: t('surveys.noAnswersBody'),
      }}
    >
      {({ pages }) => (
        <div className="grid max-w-3xl gap-4">
          <ul className="grid gap-4">
            {pages.flatMap(({ items }) =>
              items.map((one) => (
                <li key={one.id} className="card p-4 sm:p-5">
                  <OneAnswer answer={one} />
                </li>
              )),
            )}
          </ul>
          <LoadMore query={answers} />
        </div>
      )}
    </QueryBoundary>
  );
}

function OneAnswer({ answer }: { answer: AnsweredForm }) {
  const { t, date } = useMessages();
  const name = answer.person === null ? t('surveys.someone') : nameOf(answer.person);
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3">
        <Avatar name={name} photoUrl={answer.person?.photoUrl ?? null} size={2.5} />
        <div className="grid min-w-0">
          <h2 dir="auto" className="page-start truncate text-base">
            {name}
          </h2>
          <time dateTime={answer.answeredAt} className="text-sm text-ink-2">
            {date(answer.answeredAt, 'moment')}
          </time>
        </div>
      </div>
      <AnswersList {...answer} />
    </div>
  );
}
