import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { selectAskedMembers, selectSurveyNews } from '../../surveys/surveys.queries.ts';
import { collapseHours } from '../notifications.rules.ts';
import { isSurveyThere, lockLists } from './delivery-log.queries.ts';
import { notify, originOf } from './notify.ts';

/** Who did it, where nobody may be named: no person has this id. */
const nobody = 0;

interface SurveyNotice {
  readonly survey: number;
  readonly title: string;
  readonly event: number;
  readonly actor: number;
  readonly key: NotificationKey;
  readonly kind: NotificationKind;
  readonly group?: number;
}

/** Where it leads: to answer the survey, or for its officers to the answers. */
const pathOf = (survey: number, kind: NotificationKind): string =>
  kind === 'survey_published' ? `/surveys/${survey}` : `/surveys/${survey}/edit?tab=responses`;

/** Notifies people of one event about a survey; what is alike joins the open item. */
const notifyOf = async (
  scope: Scope,
  users: readonly number[],
  { survey, title, event, actor, key, kind, group = 0 }: SurveyNotice,
): Promise<void> => {
  const others = users.filter((user) => user !== actor);
  if (others.length === 0) return;
  await transact(scope, async (context) => {
    await Promise.all([
      lockLists(context.db, context.school.school_id, others, originOf(context)),
      notify(context, {
        news: others.map((user) => ({ user, actor, event })),
        condition: isSurveyThere(survey),
        key,
        kind,
        fold: `survey:${survey}:${kind}`,
        collapseHours,
        group,
        about: { title, path: pathOf(survey, kind) },
      }),
    ]);
  });
};

const readNews = (scope: Scope, survey: number) =>
  transact(scope, ({ db }) => selectSurveyNews(db, survey), { readOnly: true });

/** People that one transaction notifies. */
const peopleAtOnce = 500;

/** A survey was sent to members of its club. Everyone of the school finds it on the page of the club. */
export const onSurveyPublished = async (
  scope: Scope,
  { id: event, payload: { survey, club, by } }: OutboxEvent<'survey_published'>,
): Promise<void> => {
  const news = await readNews(scope, survey);
  if (news === undefined) return;
  for (let after = 0; ;) {
    const last = after;
    const people = await transact(
      scope,
      ({ db }) => selectAskedMembers(db, survey, last, peopleAtOnce),
      { readOnly: true },
    );
    await notifyOf(scope, people, {
      survey,
      title: news.title,
      event,
      actor: by,
      key: 'member.postsOnNews',
      kind: 'survey_published',
      group: club,
    });
    after = people.at(-1) ?? 0;
    if (people.length < peopleAtOnce) return;
  }
};

/** Somebody answered: its author is notified by a key of their own, the other officers by those of the club. */
export const onSurveyAnswered = async (
  scope: Scope,
  { id: event, payload: { survey, club, person } }: OutboxEvent<'survey_answered'>,
): Promise<void> => {
  const news = await readNews(scope, survey);
  if (news === undefined) return;
  const { title, author, managers, isAnonymous } = news;
  const notice = {
    survey,
    title,
    event,
    actor: person ?? nobody,
    kind: 'survey_answered',
  } as const;
  if (isAnonymous)
    return notifyOf(scope, managers, {
      ...notice,
      actor: nobody,
      key: 'officer.anonymousSurveySubmission',
      group: club,
    });
  if (author !== null)
    await notifyOf(scope, [author], { ...notice, key: 'general.surveyAnswered' });
  await notifyOf(
    scope,
    managers.filter((one) => one !== author),
    { ...notice, key: 'officer.surveyAnswered', group: club },
  );
};

/** Somebody could not answer any more. Who it was stays with them. */
export const onSurveyDenied = async (
  scope: Scope,
  { id: event, payload: { survey, club } }: OutboxEvent<'survey_answer_denied'>,
): Promise<void> => {
  const news = await readNews(scope, survey);
  if (news !== undefined)
    await notifyOf(scope, news.managers, {
      survey,
      title: news.title,
      event,
      actor: nobody,
      key: 'officer.surveySubmissionDenied',
      kind: 'survey_answer_denied',
      group: club,
    });
};
