import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import type { Application } from '#contract/club-registration/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Pill } from '../../ui/pill.tsx';
import { answerWords } from './answer-words.ts';
import { changeLabel, changeValue, officerTones } from './application-words.ts';
import { labelsQuery } from './club-registration.data.ts';
import english from './messages/en.json';
import { reviewersOf } from '../approvals/submission-words.ts';
import { nameOf } from '../people/person.ts';

addEnglish(english);

/** The content of a registration or renewal. */
export function ApplicationSummary({ application }: { application: Application }) {
  const messages = useMessages();
  const { t, list } = messages;
  const labels = useQuery(labelsQuery()).data?.items ?? [];
  const { officers, removals, form, answers } = application;
  const named = (id: string) => labels.find((one) => one.id === id)?.name ?? '';
  const answered = form.definition.questions.filter(({ id }) => Object.hasOwn(answers, id));
  const empty = t('clubRegistration.nothing');
  return (
    <Card>
      <div className="grid gap-5">
        <DefinitionList>
          <Definition term={t('clubRegistration.name')}>
            <bdi>{application.name || empty}</bdi>
          </Definition>
          <Definition term={t('clubRegistration.description')}>
            <bdi>{application.description || empty}</bdi>
          </Definition>
          <Definition term={t('clubRegistration.membership')}>
            {t(`clubRegistration.membership_${application.membership}`)}
          </Definition>
          {application.type !== null && (
            <Definition term={t('clubRegistration.type')}>
              <bdi>{named(application.type)}</bdi>
            </Definition>
          )}
          {application.categories.length > 0 && (
            <Definition term={t('clubRegistration.categories')}>
              {list(application.categories.map(named))}
            </Definition>
          )}
          {removals.length > 0 && (
            <Definition term={t('clubRegistration.removals')}>
              {list(removals.map(nameOf))}
            </Definition>
          )}
          {answered.map((question) => (
            <Definition key={question.id} term={question.title}>
              <bdi className="whitespace-pre-line">
                {answerWords(messages, question, answers[question.id], application)}
              </bdi>
            </Definition>
          ))}
        </DefinitionList>
        <section className="grid gap-1">
          <h2 className="text-lg!">{t('clubRegistration.step_officers')}</h2>
          <ul className="divide-y divide-line">
            {officers.map(({ person, position, state }) => (
              <li key={person.uid} className="flex flex-wrap items-center gap-3 py-2">
                <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />
                <span className="grid min-w-0 flex-1">
                  <bdi className="font-medium wrap-anywhere">{nameOf(person)}</bdi>
                  <bdi className="text-sm text-ink-2">{position.name}</bdi>
                </span>
                <Pill tone={officerTones[state]}>{t(`clubRegistration.officer_${state}`)}</Pill>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Card>
  );
}

/** The changes of a renewal compared to last year. */
export function ChangesCard({ application }: { application: Application }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <section className="grid gap-3 rounded-card bg-fill p-4">
      <h2 className="text-base!">{t('clubRegistration.changes')}</h2>
      {application.changes.length === 0 ? (
        <p className="text-sm text-ink-2">{t('clubRegistration.noChanges')}</p>
      ) : (
        <dl className="grid gap-2.5 text-sm">
          {application.changes.map((change) => (
            <div key={`${change.what} ${change.label}`} className="grid gap-0.5">
              <dt dir="auto" className="page-start text-ink-2 wrap-anywhere">
                {changeLabel(messages, change)}
              </dt>
              <dd className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                <del className="text-ink-2">
                  <bdi>{changeValue(messages, change.what, change.before)}</bdi>
                </del>
                <ArrowRight size={14} aria-hidden className="shrink-0 rtl:-scale-x-100" />
                <ins className="no-underline">
                  <bdi>{changeValue(messages, change.what, change.after)}</bdi>
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** The reviewers of each step. */
export function DecidersCard({ application: { steps } }: { application: Application }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <section className="grid gap-3 rounded-card bg-fill p-4">
      <h2 className="text-base!">{t('clubRegistration.deciders')}</h2>
      <ol className="grid gap-2.5 text-sm">
        {steps.map(({ name, reviewers }, nth) => (
          // Names of steps may be alike; their order stays.
          // eslint-disable-next-line react/no-array-index-key
          <li key={nth} className="grid gap-0.5">
            {name !== '' && (
              <bdi className="font-medium wrap-anywhere">
                {steps.length > 1
                  ? t('clubRegistration.deciderStep', { number: nth + 1, name })
                  : name}
              </bdi>
            )}
            <bdi className="text-ink-2 wrap-anywhere">{reviewersOf(messages, { reviewers })}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}
