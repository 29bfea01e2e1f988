import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { formAnswers, formDefinition } from '../forms/definition.ts';
import { formLimits, formStates } from '../forms/limits.ts';
import { answeredForm, questionResult } from '../forms/results.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { surveyAudiences, surveyLimits as limits } from './limits.ts';
import { text } from '../text.ts';

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const instant = z.string();
const member = { access: 'member', credential: 'bearer' } as const;
const done = z.object({ ok: z.literal(true) });
const club = z.object({ id: z.string(), name: z.string() });

/** Why the caller cannot answer now. */
export const answerStates = ['open', 'answered', 'early', 'closed', 'full', 'not_for_you'] as const;
export type AnswerState = (typeof answerStates)[number];

const head = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  state: z.enum(formStates),
  isAnonymous: z.boolean().describe('Answers are stored without the person'),
  opensAt: instant.nullable(),
  closesAt: instant.nullable(),
  audience: z.enum(surveyAudiences),
  answers: count.describe(
    'How many have answered; of an anonymous survey rounded down to a multiple of five',
  ),
  takesAnswers: z.boolean().describe('Whether anybody can answer now'),
  mine: z.enum(answerStates).describe('Whether the caller can answer now, or why not'),
  can: z.object({
    answer: z.boolean(),
    manage: z.boolean().describe('Edit it, publish it and read the answers'),
  }),
};
export const surveyItem = z.object(head);
export type SurveyItem = z.output<typeof surveyItem>;

export const listSurveys = endpoint({
  ...member,
  name: 'surveys.list',
  summary:
    'Surveys of a club that the caller may see, newest first; drafts are among them for officers who manage surveys.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/surveys',
  scope: 'read',
  params: id,
  query: cursorQuery,
  reply: pageOf(surveyItem).extend({ can: z.object({ create: z.boolean() }) }),
  errors: ['not_found', 'bad_cursor'],
});

export const waitingSurvey = surveyItem.extend({ club });
export type WaitingSurvey = z.output<typeof waitingSurvey>;

export const listWaitingSurveys = endpoint({
  ...member,
  name: 'surveys.waiting',
  summary: `Surveys that the caller can answer and has not yet, newest first, up to ${limits.waiting}.`,
  method: 'GET',
  path: '/api/v1/surveys',
  scope: 'read',
  reply: z.object({ items: z.array(waitingSurvey) }),
});

/** A survey as somebody answers it. */
export const survey = z.object({
  ...head,
  club,
  serviceKind: z
    .string()
    .nullable()
    .describe('An answer proposes an experience of this kind for the record of who gives it'),
  revision: wholeNumber.describe('Of its questions; sent back with the answers'),
  definition: formDefinition,
  draft: z
    .object({ answers: formAnswers, savedAt: instant })
    .nullable()
    .describe('What the caller has begun; of anonymous surveys the browser keeps it'),
  files: z.array(uploadedFile).describe('Files that the draft names'),
  people: z.array(face).describe('People whom the draft names'),
});
export type Survey = z.output<typeof survey>;

export const readSurvey = endpoint({
  ...member,
  name: 'surveys.read',
  summary: 'A survey with its questions, as somebody answers it.',
  method: 'GET',
  path: '/api/v1/surveys/{id}',
  scope: 'read',
  params: id,
  reply: survey,
  errors: ['not_found'],
});

const service = z.strictObject({
  kind: z.string().max(40).describe('Of experiences'),
  question: z.string().max(12).describe('A question for a number: the hours'),
});

/** All that can be changed of a survey. */
export const surveySettings = z.object({
  ...head,
  club,
  version: wholeNumber.describe('Counts its changes'),
  revision: wholeNumber,
  definition: formDefinition,
  tags: z.array(z.string()),
  answerLimit: count.nullable(),
  service: service.nullable().describe('An answer proposes an experience; never of anonymous ones'),
  kinds: z.array(club).describe('Kinds of experiences that the school has'),
  asked: count.nullable().describe('People it is for; null where it is everyone of the school'),
  clubTags: z.array(z.string()).describe('Tags that members of the club have'),
  remindedAt: instant.nullable().describe('When people were last reminded of it'),
  can: head.can.extend({
    remind: z.boolean().describe('It takes answers, and nobody was notified of it for a day'),
  }),
});
export type SurveySettings = z.output<typeof surveySettings>;

export const getSurveySettings = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.settings',
  summary: 'All that can be changed of a survey, for officers who manage surveys.',
  method: 'GET',
  path: '/api/v1/surveys/{id}/settings',
  params: id,
  reply: surveySettings,
  errors: ['not_found'],
});

const title = text().min(1).max(limits.title);

export const createSurvey = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.create',
  summary:
    'Make a draft of a survey in a club, for officers who manage surveys. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/surveys',
  params: id,
  body: z.strictObject({ clientId, title }),
  reply: surveySettings,
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_surveys'],
});

const definitionErrors = [
  'form_ids_repeated',
  'form_condition_forward',
  'form_condition_unknown',
  'form_range',
  'form_anonymous_files',
] as const;

export const updateSurvey = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.update',
  summary:
    'Change a survey; only what is sent changes. `version`: the one it was read at. Questions that somebody has answered stay readable with those answers; of an anonymous survey they cannot change then.',
  method: 'PATCH',
  path: '/api/v1/surveys/{id}',
  params: id,
  body: z
    .strictObject({
      title,
      description: text().max(limits.description),
      definition: formDefinition,
      isAnonymous: z.boolean(),
      opensAt: z.iso.datetime().nullable(),
      closesAt: z.iso.datetime().nullable(),
      answerLimit: z.number().int().min(1).max(formLimits.answers).nullable(),
      audience: z.enum(surveyAudiences),
      tags: z.array(text().min(1).max(40)).max(limits.tags),
      service: service.nullable(),
    })
    .partial()
    .extend({ version: wholeNumber }),
  reply: surveySettings,
  errors: [
    'not_found',
    'club_inactive',
    'form_changed',
    'form_times',
    'form_incomplete',
    'form_anonymous_fixed',
    'form_anonymous_answered',
    'form_kind_changed',
    'survey_no_tags',
    'survey_audience_fixed',
    'survey_limit_step',
    'survey_service_anonymous',
    'survey_service_question',
    'record_kind_unknown',
    ...definitionErrors,
  ],
});

const versioned = z.strictObject({ version: wholeNumber });

export const publishSurvey = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.publish',
  summary: `Publish a draft, which sends it to its audience, or open a closed survey again. \`version\`: the one it was read at. The audience of an anonymous survey is fixed then; it needs ${limits.anonymousAudience} or more people.`,
  method: 'POST',
  path: '/api/v1/surveys/{id}/publish',
  params: id,
  body: versioned,
  reply: surveySettings,
  errors: [
    'not_found',
    'club_inactive',
    'form_changed',
    'form_incomplete',
    'form_times',
    'survey_no_tags',
    'survey_service_question',
    'survey_published',
    'survey_audience_small',
    'survey_limit_step',
  ],
});

export const remindOfSurvey = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.remind',
  summary:
    'Remind those who have not answered; of an anonymous survey everyone it is for, so that a reminder tells nothing about anybody. At most once a day.',
  method: 'POST',
  path: '/api/v1/surveys/{id}/reminder',
  params: id,
  reply: surveySettings,
  errors: [
    'not_found',
    'club_inactive',
    'form_not_open',
    'form_closed',
    'form_full',
    'survey_reminded',
  ],
});

export const closeSurvey = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.close',
  summary: 'Close a survey. Doing it twice changes nothing.',
  method: 'POST',
  path: '/api/v1/surveys/{id}/close',
  params: id,
  reply: surveySettings,
  errors: ['not_found', 'club_inactive'],
});

export const deleteSurvey = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.delete',
  summary: 'Delete a survey with all its answers.',
  method: 'DELETE',
  path: '/api/v1/surveys/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'club_inactive'],
});

const cannotAnswer = [
  'not_found',
  'club_inactive',
  'survey_not_for_you',
  'form_not_open',
  'form_closed',
  'form_full',
  'form_answered',
] as const;

export const saveSurveyDraft = endpoint({
  ...member,
  name: 'surveys.save-draft',
  summary:
    'Keep what the caller has answered so far. Answers that are not valid yet are left out. Refused for anonymous surveys.',
  method: 'PUT',
  path: '/api/v1/surveys/{id}/draft',
  params: id,
  body: z.strictObject({ answers: formAnswers }),
  reply: z.object({ savedAt: instant }),
  errors: [...cannotAnswer, 'form_draft_anonymous'],
});

export const answerSurvey = endpoint({
  ...member,
  name: 'surveys.answer',
  summary:
    'Answer a survey, once. `revision`: of the questions that were read. What is wrong with an answer is said by the id of its question. A repeated `clientId` is answered like the first time.',
  method: 'POST',
  path: '/api/v1/surveys/{id}/answers',
  params: id,
  body: z.strictObject({
    clientId: clientId.optional(),
    revision: wholeNumber,
    answers: formAnswers,
  }),
  reply: done,
  errors: [...cannotAnswer, 'form_revised', 'form_answers_invalid'],
});

export const surveyResults = z.object({
  answers: count.describe(
    'All answers to the survey; of an anonymous one those released so far, in groups of five',
  ),
  asked: count.nullable(),
  shown: count.nullable().describe('Answers under the filter; null: too few to be shown'),
  questions: z.array(questionResult).describe('Empty where too few are shown'),
});
export type SurveyResults = z.output<typeof surveyResults>;

export const getSurveyResults = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.results',
  summary: `The answers to each question, counted. \`question\` and \`option\` leave those who chose it. Results of an anonymous survey include answers in groups of ${formLimits.anonymousStep}; nothing is shown if the answers, or those left out, are fewer than ${formLimits.anonymousMin}.`,
  method: 'GET',
  path: '/api/v1/surveys/{id}/results',
  params: id,
  query: z.strictObject({
    question: z.string().max(12).optional(),
    option: z.string().max(12).optional(),
  }),
  reply: surveyResults,
  errors: ['not_found'],
});

export const listSurveyAnswers = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.answers',
  summary:
    'Answers one by one, newest first, each with the questions as they were. Empty for anonymous surveys.',
  method: 'GET',
  path: '/api/v1/surveys/{id}/answers',
  params: id,
  query: cursorQuery,
  reply: pageOf(answeredForm),
  errors: ['not_found', 'bad_cursor'],
});

export const exportSurvey = endpoint({
  ...member,
  inClub: 'surveys.manage',
  name: 'surveys.export',
  summary: `The answers as CSV in UTF-8. Of an anonymous survey without names and times, in groups of ${formLimits.anonymousStep}.`,
  method: 'GET',
  path: '/api/v1/surveys/{id}/export',
  recordsReads: true,
  params: id,
  reply: z.object({ name: z.string(), csv: z.string() }),
  errors: ['not_found'],
});
