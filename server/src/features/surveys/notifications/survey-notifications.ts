import type { SurveyAudience } from '#contract/surveys/limits.ts';
import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import {
  selectAudienceMembers,
  selectAudienceOthers,
  selectSurveyDetails,
} from '../surveys.queries.ts';
import { isNewSurvey, isSurveyThere } from './survey-notifications.queries.ts';
import {
  userEventsFor,
  noActor,
  notifyOfEvents,
  notifiedAtOnce,
} from '../../notifications/notify/notify.ts';

interface SurveyNotice {
  readonly survey: number;
  readonly title: string;
  readonly event: number;
  readonly actor: number;
  readonly key: NotificationKey;
  readonly kind: NotificationKind;
  readonly club?: number;
  /** If true, people who were already notified about the survey are skipped. */
  readonly isFirst?: boolean;
}

/** Returns the path of the survey, or of its responses for officers. */
const pathOf = (survey: number, kind: NotificationKind): string =>
  kind === 'survey_published' || kind === 'survey_reminder'
    ? `/surveys/${survey}`
    : `/surveys/${survey}/edit?tab=responses`;

const collapseKeyOf = (survey: number, kind: NotificationKind) => `survey:${survey}:${kind}`;

/** Notifies people about one event of a survey. Similar events join an open notification. */
const notifyOf = async (
  scope: Scope,
  users: readonly number[],
  { survey, title, event, actor, key, kind, club = 0, isFirst = false }: SurveyNotice,
): Promise<void> => {
  const others = users.filter((user) => user !== actor);
  await notifyOfEvents(scope, userEventsFor(others, actor, event), {
    replaces:
      kind === 'survey_reminder'
        ? [collapseKeyOf(survey, 'survey_published'), collapseKeyOf(survey, kind)]
        : [],
    condition: isFirst ? isNewSurvey(survey, pathOf(survey, kind)) : isSurveyThere(survey),
    key,
    kind,
    collapseKey: collapseKeyOf(survey, kind),
    club,
    about: { title, path: pathOf(survey, kind) },
  });
};

const readDetails = (scope: Scope, survey: number) =>
  transact(scope, ({ db }) => selectSurveyDetails(db, survey), { readOnly: true });

/** Notifies everyone in a survey's audience: members with the setting of their club, other people with that of the school feed. */
const notifyAudience = async (
  scope: Scope,
  { survey, club, by }: OutboxEvent<'survey_published'>['payload'],
  event: number,
  kind: 'survey_published' | 'survey_reminder',
  before?: { readonly audience: SurveyAudience; readonly tags: readonly string[] },
): Promise<void> => {
  const details = await readDetails(scope, survey);
  if (details === undefined) return;
  const isReminder = kind === 'survey_reminder';
  for (const [select, key, keyClub] of [
    [selectAudienceMembers, 'member.postsOnNews', club],
    [selectAudienceOthers, 'general.schoolFeedPosts', 0],
  ] as const)
    for (let after = 0; ;) {
      const window = { after, size: notifiedAtOnce, isReminder, ...(before && { before }) };
      const people = await transact(scope, ({ db }) => select(db, survey, window), {
        readOnly: true,
      });
      await notifyOf(scope, people, {
        survey,
        title: details.title,
        event,
        actor: by,
        key,
        kind,
        club: keyClub,
        isFirst: before !== undefined,
      });
      after = people.at(-1) ?? 0;
      if (people.length < notifiedAtOnce) break;
    }
};

/** Notifies the audience of a new survey. */
const onSurveyPublished = (
  scope: Scope,
  { id, payload }: OutboxEvent<'survey_published'>,
): Promise<void> => notifyAudience(scope, payload, id, 'survey_published');

/** Notifies people who were added to a survey's audience, each of them only once. */
const onSurveyWidened = (
  scope: Scope,
  { id, payload }: OutboxEvent<'survey_widened'>,
): Promise<void> => notifyAudience(scope, payload, id, 'survey_published', payload);

/** Reminds people of a survey. The reminder replaces earlier notifications. */
const onSurveyReminded = (
  scope: Scope,
  { id, payload }: OutboxEvent<'survey_reminded'>,
): Promise<void> => notifyAudience(scope, payload, id, 'survey_reminder');

/** Notifies officers about a response. The author has a separate setting; the other officers use the club's. */
const onSurveyAnswered = async (
  scope: Scope,
  { id: event, payload: { survey, club, person } }: OutboxEvent<'survey_answered'>,
): Promise<void> => {
  const details = await readDetails(scope, survey);
  if (details === undefined) return;
  const { title, author, managers, isAnonymous } = details;
  const notice = {
    survey,
    title,
    event,
    actor: person ?? noActor,
    kind: 'survey_answered',
  } as const;
  if (isAnonymous)
    return notifyOf(scope, managers, {
      ...notice,
      actor: noActor,
      key: 'officer.anonymousSurveySubmission',
      club,
    });
  if (author !== null)
    await notifyOf(scope, [author], { ...notice, key: 'general.surveyAnswered' });
  await notifyOf(
    scope,
    managers.filter((one) => one !== author),
    { ...notice, key: 'officer.surveyAnswered', club },
  );
};

/** Notifies officers that someone could no longer respond, without naming the person. */
const onSurveyDenied = async (
  scope: Scope,
  { id: event, payload: { survey, club } }: OutboxEvent<'survey_answer_denied'>,
): Promise<void> => {
  const details = await readDetails(scope, survey);
  if (details !== undefined)
    await notifyOf(scope, details.managers, {
      survey,
      title: details.title,
      event,
      actor: noActor,
      key: 'officer.surveySubmissionDenied',
      kind: 'survey_answer_denied',
      club,
    });
};

export const surveyNotifications = [
  // A survey of the whole school notifies thousands of people.
  onEventWithNumber('surveys.notify-published', 'survey_published', onSurveyPublished, {
    timeoutSeconds: 900,
  }),
  onEventWithNumber('surveys.notify-widened', 'survey_widened', onSurveyWidened, {
    timeoutSeconds: 900,
  }),
  onEventWithNumber('surveys.notify-reminder', 'survey_reminded', onSurveyReminded, {
    timeoutSeconds: 900,
  }),
  onEventWithNumber('surveys.notify-response', 'survey_answered', onSurveyAnswered),
  onEventWithNumber('surveys.notify-denied-response', 'survey_answer_denied', onSurveyDenied),
];
