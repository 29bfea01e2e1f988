import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { QuestionResult } from '#contract/forms/results.ts';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Chart } from '../../ui/chart.tsx';
import { FileRow } from '../../ui/file-row.tsx';
import { Note } from '../../ui/note.tsx';
import english from './messages/en.json';

addEnglish(english);

const firstTexts = 6;

/** Returns a summary of a chart in one sentence. */
function pointOf({ answers, average, kind, values }: QuestionResult, messages: Messages): string {
  const { t, number } = messages;
  const rounded = average === null ? '' : number(Math.round(average * 10) / 10);
  if ((kind === 'scale' || kind === 'number') && average !== null)
    return t('forms.answersAverage', { count: answers, average: rounded });
  const most = values.reduce<QuestionResult['values'][number] | undefined>(
    (best, one) => (one.count > (best?.count ?? 0) ? one : best),
    undefined,
  );
  return most === undefined
    ? t('forms.answersCount', { count: answers })
    : t('forms.answersMost', {
        count: answers,
        most: most.label || t(kind === 'person' ? 'forms.someone' : 'forms.other'),
      });
}

/** Returns distinct labels. */
const stepsOf = (result: QuestionResult, { t, date }: Messages): string[] => {
  const seen = new Map<string, number>();
  return result.values.map(({ label }) => {
    const words =
      label === ''
        ? t(result.kind === 'person' ? 'forms.someone' : 'forms.other')
        : result.kind === 'date'
          ? date(`${label}T12:00:00`)
          : label;
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    return times === 1 ? words : `${words} (${times})`;
  });
};

/** Returns which cards span both columns: those without a chart, and a chart that would be alone in its row. */
export const wholeRows = (isChart: readonly boolean[]): boolean[] => {
  let before = 0;
  return isChart.map((chart, at) => {
    before = chart ? before + 1 : 0;
    return !chart || (before % 2 === 1 && isChart[at + 1] !== true);
  });
};

/** The answers to each question of a form, one card each. */
export function FormResults({ questions }: { questions: readonly QuestionResult[] }) {
  const isWhole = wholeRows(questions.map(({ values }) => values.length > 0));
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {questions.map((result, at) => (
        <li
          key={result.id}
          className={`card min-w-0 p-4 sm:p-5 ${isWhole[at] ? 'md:col-span-2' : ''}`}
        >
          <Result result={result} />
        </li>
      ))}
    </ul>
  );
}

function Result({ result }: { result: QuestionResult }) {
  const messages = useMessages();
  const { t, number } = messages;
  const title = result.isCurrent ? result.title : t('forms.earlier', { title: result.title });
  if (result.isHidden || result.values.length === 0)
    return (
      <section className="grid gap-3" aria-label={title}>
        <div className="grid gap-0.5">
          <h2 dir="auto" className="page-start text-base wrap-anywhere">
            {title}
          </h2>
          {!result.isHidden && (
            <p className="text-sm text-ink-2">
              {t('forms.answersCount', { count: result.answers })}
            </p>
          )}
        </div>
        {result.isHidden && (
          <Note icon={EyeOff} title={t('forms.tooFew')}>
            {t('forms.tooFewBody')}
          </Note>
        )}
        <Texts result={result} />
        {result.files.map((file) => (
          <FileRow key={file.id} file={file} className="p-1" />
        ))}
      </section>
    );
  const all = result.kind === 'several' ? result.answers : undefined;
  const share = (count: number) =>
    `${number(count)} • ${number(Math.round((count / Math.max(1, all ?? result.answers)) * 100))}%`;
  return (
    <section className="grid gap-4" aria-label={title}>
      <Chart
        kind="bars"
        title={title}
        point={pointOf(result, messages)}
        of={t('forms.answer')}
        steps={stepsOf(result, messages)}
        series={[{ label: t('forms.answers'), values: result.values.map(({ count }) => count) }]}
        format={share}
      />
      <Texts result={result} />
    </section>
  );
}

/** Free-text answers. */
function Texts({ result }: { result: QuestionResult }) {
  const { t, number } = useMessages();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? result.texts : result.texts.slice(0, firstTexts);
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2 sm:grid-cols-2" aria-label={t('forms.ownWords')}>
        {shown.map(({ text, count }) => (
          <li key={text} className="rounded-card bg-fill p-3">
            <p dir="auto" className="page-start whitespace-pre-line wrap-anywhere">
              {text}
            </p>
            {count > 1 && (
              <p className="text-sm text-ink-2">{t('forms.times', { count: number(count) })}</p>
            )}
          </li>
        ))}
      </ul>
      {shown.length < result.texts.length && (
        <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          {t('forms.allTexts', { count: result.texts.length })}
        </Button>
      )}
      {isAll && result.more > 0 && (
        <p className="text-sm text-ink-2">{t('forms.more', { count: result.more })}</p>
      )}
    </div>
  );
}
