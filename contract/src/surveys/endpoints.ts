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
import { schemaNames } from '../schema-names.ts';

const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int();
const instant = z.string();
const signedIn = { access: 'member', credential: 'bearer' } as const;
const done = z.object({ ok: z.literal(true) });
const club = z.object({ id: z.string(), name: z.string() });

/** The caller's state for responding to a survey. */
export const answerStates = ['open', 'answered', 'early', 'closed', 'full', 'not_for_you'] as const;
export type AnswerState = (typeof answerStates)[number];

const head = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  state: z.enum(formStates),
  isAnonymous: z.boolean().describe('True if responses are stored without the person.'),
  opensAt: instant.nullable().describe('Start of the survey, or null if it opens when published.'),
  closesAt: instant
    .nullable()
    .describe('End of the survey, or null if it stays open until closed.'),
  audience: z.enum(surveyAudiences),
  answers: count.describe(
    'Number of responses. For an anonymous survey, rounded down to a multiple of five.',
  ),
  takesAnswers: z.boolean().describe('True if the survey accepts responses now.'),
  mine: z
    .enum(answerStates)
    .describe('State for the caller: shows if they can respond now, or why not.'),
  can: z.object({
    answer: z.boolean(),
    manage: z
      .boolean()
      .describe('True if the caller can edit and publish it, and read the responses.'),
  }),
};
export const surveyItem = z.object(head);
schemaNames.add(surveyItem, { id: 'SurveySummary' });
export type SurveyItem = z.output<typeof surveyItem>;

export const listSurveys = endpoint({
  ...signedIn,
  name: 'surveys.list',
  summary: 'List a club’s surveys',
  description:
    'Returns surveys that the caller can see, newest first. Includes drafts for officers who manage surveys.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/surveys',
  scope: 'read',
  params: id,
  query: cursorQuery,
  reply: pageOf(surveyItem).extend({ can: z.object({ create: z.boolean() }) }),
  errors: ['not_found', 'bad_cursor'],
});

export const waitingSurvey = surveyItem.extend({ club });
schemaNames.add(waitingSurvey, { id: 'WaitingSurvey' });
export type WaitingSurvey = z.output<typeof waitingSurvey>;

export const listWaitingSurveys = endpoint({
  ...signedIn,
  name: 'surveys.waiting',
  summary: 'List surveys to respond to',
  description: `Returns surveys that the caller can respond to and hasn’t yet, newest first. Limit: ${limits.waiting}.`,
  method: 'GET',
  path: '/api/v1/surveys',
  scope: 'read',
  reply: z.object({ items: z.array(waitingSurvey) }),
});

/** A survey as a respondent sees it. */
export const survey = z.object({
  ...head,
  club,
  serviceKind: z
    .string()
    .nullable()
    .describe(
      'ID of a type of experience, or null. Each response proposes such an experience for the respondent’s record.',
    ),
  revision: wholeNumber.describe('Revision of the questions. Send it with the response.'),
  definition: formDefinition,
  draft: z
    .object({ answers: formAnswers, savedAt: instant })
    .nullable()
    .describe('Draft of the caller, or null. For anonymous surveys, the browser keeps it.'),
  files: z.array(uploadedFile).describe('Files referenced in the draft.'),
  people: z.array(face).describe('People referenced in the draft.'),
});
schemaNames.add(survey, { id: 'Survey' });
export type Survey = z.output<typeof survey>;

export const readSurvey = endpoint({
  ...signedIn,
  name: 'surveys.read',
  summary: 'Get a survey',
  description: 'Returns the survey with its questions, as a respondent sees it.',
  method: 'GET',
  path: '/api/v1/surveys/{id}',
  scope: 'read',
  params: id,
  reply: survey,
  errors: ['not_found'],
});

const service = z.strictObject({
  kind: z.string().max(40).describe('ID of a type of experience.'),
  question: z.string().max(12).describe('ID of a number question for the hours.'),
});

/** All settings of a survey. */
export const surveySettings = z.object({
  ...head,
  club,
  version: wholeNumber.describe('Number of changes so far. Send the one you read.'),
  revision: wholeNumber.describe('Revision of the questions.'),
  definition: formDefinition,
  tags: z.array(z.string()),
  answerLimit: count.nullable().describe('Maximum responses, or null for no limit.'),
  service: service
    .nullable()
    .describe('Experience proposed by each response, or null. Never for anonymous surveys.'),
  kinds: z.array(club).describe('Types of experience at the school.'),
  audienceSize: count
    .nullable()
    .describe('Number of people in the audience, or null for everyone at the school.'),
  clubTags: z.array(z.string()).describe('Tags of the club’s members.'),
  remindedAt: instant.nullable().describe('Time of the last reminder, or null.'),
  can: head.can.extend({
    remind: z
      .boolean()
      .describe(
        'True if the survey accepts responses and people haven’t been notified of it for a day.',
      ),
  }),
});
schemaNames.add(surveySettings, { id: 'SurveySettings' });
export type SurveySettings = z.output<typeof surveySettings>;

export const getSurveySettings = endpoint({
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.settings',
  summary: 'Get a survey’s settings',
  description: 'For officers who manage surveys.',
  method: 'GET',
  path: '/api/v1/surveys/{id}/settings',
  params: id,
  reply: surveySettings,
  errors: ['not_found'],
});

const title = text().min(1).max(limits.title);

export const createSurvey = endpoint({
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.create',
  summary: 'Create a survey',
  description:
    'Creates a draft in a club. For officers who manage surveys. Idempotent by `clientId`.',
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
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.update',
  summary: 'Update a survey',
  description:
    'Send only the fields to change, with the `version` you read. Existing responses keep their questions. The questions of an anonymous survey can’t change after the first response.',
  method: 'PATCH',
  path: '/api/v1/surveys/{id}',
  params: id,
  body: z
    .strictObject({
      title,
      description: text().max(limits.description),
      definition: formDefinition,
      isAnonymous: z.boolean(),
      opensAt: z.iso
        .datetime()
        .nullable()
        .describe('Start of the survey, or null if it opens when published.'),
      closesAt: z.iso
        .datetime()
        .nullable()
        .describe('End of the survey, or null if it stays open until closed.'),
      answerLimit: z
        .number()
        .int()
        .min(1)
        .max(formLimits.answers)
        .nullable()
        .describe('Maximum responses, or null for no limit.'),
      audience: z.enum(surveyAudiences),
      tags: z.array(text().min(1).max(40)).max(limits.tags),
      service: service
        .nullable()
        .describe('Experience proposed by each response, or null for none.'),
    })
    .partial()
    .extend({ version: wholeNumber.describe('Version you read.') }),
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

const versioned = z.strictObject({ version: wholeNumber.describe('Version you read.') });

export const publishSurvey = endpoint({
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.publish',
  summary: 'Publish or reopen a survey',
  description: `Sends a draft to its audience, or reopens a closed survey. Send the \`version\` you read. The audience of an anonymous survey is then fixed and needs ${limits.anonymousAudience} or more people.`,
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
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.remind',
  summary: 'Send a survey reminder',
  description:
    'Reminds people who haven’t responded. For an anonymous survey, reminds the whole audience, so that the reminder reveals nothing. Limit: once a day.',
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
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.close',
  summary: 'Close a survey',
  description: 'Idempotent.',
  method: 'POST',
  path: '/api/v1/surveys/{id}/close',
  params: id,
  reply: surveySettings,
  errors: ['not_found', 'club_inactive'],
});

export const deleteSurvey = endpoint({
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.delete',
  summary: 'Delete a survey',
  description: 'Also deletes all responses.',
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
  ...signedIn,
  name: 'surveys.save-draft',
  summary: 'Save a draft survey response',
  description: 'Invalid answers are dropped. Not allowed for anonymous surveys.',
  method: 'PUT',
  path: '/api/v1/surveys/{id}/draft',
  params: id,
  body: z.strictObject({ answers: formAnswers }),
  reply: z.object({ savedAt: instant }),
  errors: [...cannotAnswer, 'form_draft_anonymous'],
});

export const answerSurvey = endpoint({
  ...signedIn,
  name: 'surveys.answer',
  summary: 'Submit a survey response',
  description:
    'Once per person. `revision` is the questions’ revision you read. Errors are listed by question ID. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/surveys/{id}/answers',
  params: id,
  body: z.strictObject({
    clientId: clientId.optional(),
    revision: wholeNumber.describe('Revision of the questions you read.'),
    answers: formAnswers,
  }),
  reply: done,
  errors: [...cannotAnswer, 'form_revised', 'form_answers_invalid'],
});

export const surveyResults = z.object({
  answers: count.describe(
    'Number of responses. For an anonymous survey, those released so far, in groups of five.',
  ),
  audienceSize: count
    .nullable()
    .describe('Number of people in the audience, or null for everyone at the school.'),
  shown: count
    .nullable()
    .describe('Number of responses that match the filter, or null if too few to show.'),
  questions: z.array(questionResult).describe('Results per question. Empty if too few are shown.'),
});
schemaNames.add(surveyResults, { id: 'SurveyResults' });
export type SurveyResults = z.output<typeof surveyResults>;

export const getSurveyResults = endpoint({
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.results',
  summary: 'Get survey results',
  description: `Returns the answers to each question, counted. \`question\` and \`option\` limit them to people who chose that option. Results of an anonymous survey include responses in groups of ${formLimits.anonymousStep}. If the responses, or those left out, are fewer than ${formLimits.anonymousMin}, nothing is shown.`,
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
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.answers',
  summary: 'List survey responses',
  description: 'Newest first, each with the questions as they were. Empty for anonymous surveys.',
  method: 'GET',
  path: '/api/v1/surveys/{id}/answers',
  params: id,
  query: cursorQuery,
  reply: pageOf(answeredForm),
  errors: ['not_found', 'bad_cursor'],
});

export const exportSurvey = endpoint({
  ...signedIn,
  inClub: 'surveys.manage',
  name: 'surveys.export',
  summary: 'Export survey responses',
  description: `Returns CSV in UTF-8. For an anonymous survey, without names and times, in groups of ${formLimits.anonymousStep}.`,
  method: 'GET',
  path: '/api/v1/surveys/{id}/export',
  recordsReads: true,
  params: id,
  reply: z.object({ name: z.string(), csv: z.string() }),
  errors: ['not_found'],
});
