import { z } from 'zod';
import { stageReviewers, submission } from '../approvals/endpoints.ts';
import { clientId } from '../chat/ids.ts';
import { clubLimits, clubStatuses, membershipModes } from '../clubs/limits.ts';
import { endpoint } from '../endpoint.ts';
import { formAnswers, formDefinition } from '../forms/definition.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import {
  applicationKinds,
  applicationLimits as limits,
  applicationStates,
  officerStates,
} from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const named = z.object({ id: z.string(), name: z.string() });
const uid = z.string().max(40);
const done = z.object({ ok: z.literal(true) });

const head = {
  id: z.string(),
  kind: z.enum(applicationKinds),
  state: z.enum(applicationStates),
  name: z.string(),
  club: named
    .extend({ status: z.enum(clubStatuses) })
    .nullable()
    .describe('Club, or null for a registration that isn’t approved.'),
  window: z
    .object({ name: z.string(), closesAt: z.string() })
    .nullable()
    .describe('Renewal period, or null for a registration.'),
};

export const applicationRow = z.object({
  ...head,
  updatedAt: z.string(),
  asked: named.nullable().describe('Position that the caller is asked to accept, or null.'),
});
schemaNames.add(applicationRow, { id: 'ClubRegistrationSummary' });
export type ApplicationRow = z.output<typeof applicationRow>;

export const listApplications = endpoint({
  ...signedIn,
  name: 'club-registrations.list',
  summary: 'List your club registrations',
  description:
    'Returns the caller’s registrations, renewals of their clubs, and positions they are asked to accept. `due` lists clubs that they can renew now.',
  method: 'GET',
  path: '/api/v1/club-registrations',
  reply: z.object({
    items: z.array(applicationRow),
    due: z.array(
      named.extend({
        status: z.enum(clubStatuses),
        window: z.object({ name: z.string(), closesAt: z.string() }),
        application: z.string().nullable().describe('ID of the renewal that was started, or null.'),
      }),
    ),
    can: z.object({ register: z.boolean() }),
  }),
});

/** A registration or renewal in full. */
export const application = z.object({
  ...head,
  version: wholeNumber,
  description: z.string(),
  membership: z.enum(membershipModes),
  type: z.string().nullable().describe('ID of the club type, or null.'),
  categories: z.array(z.string()),
  officers: z.array(
    z.object({
      person: face,
      position: named,
      state: z.enum(officerStates),
      askedAt: z.string(),
    }),
  ),
  positions: z.array(named.extend({ isRequired: z.boolean() })),
  removals: z.array(face).describe('Members removed by the renewal.'),
  isRosterConfirmed: z.boolean(),
  form: z
    .object({
      revision: wholeNumber.describe('Revision of the questions. Send it with the answers.'),
      definition: formDefinition,
    })
    .describe(
      'School’s questions. For a submitted registration, the questions at the time of submission.',
    ),
  answers: formAnswers,
  files: z.array(uploadedFile).describe('Files referenced in the answers.'),
  people: z.array(face).describe('People referenced in the answers.'),
  changes: z
    .array(
      z.object({
        what: z.enum(['name', 'description', 'membership', 'officer', 'answer']),
        label: z.string().describe('Name of the position or question.'),
        before: z.string(),
        after: z.string(),
      }),
    )
    .describe('Differences between a renewal and the club’s current details and last answers.'),
  steps: z
    .array(z.object({ name: z.string(), reviewers: stageReviewers }))
    .describe(
      'Steps and reviewers if it is submitted now, in order. The name is empty if there are no steps.',
    ),
  submission: submission.nullable().describe('Submission, or null before the first one.'),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    accept: z.boolean().describe('True if the caller can accept or decline a position.'),
  }),
});
schemaNames.add(application, { id: 'ClubRegistration' });
export type Application = z.output<typeof application>;

export const createRegistration = endpoint({
  ...signedIn,
  name: 'club-registrations.create',
  summary: 'Start a club registration',
  description: 'The caller gets the first position. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/club-registrations',
  body: z.strictObject({ clientId }),
  reply: application,
  errors: ['club_registration_closed', 'too_many_club_registrations'],
});

export const createRenewal = endpoint({
  ...signedIn,
  inClub: 'clubs.manage_officers',
  name: 'club-registrations.renew',
  summary: 'Start a club renewal',
  description:
    'For officers who manage the club’s officers. Starts with the club’s current details and its last answers. Each club has one renewal per period; another call returns the existing one.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/renewal',
  params: id,
  body: z.strictObject({ clientId }),
  reply: application,
  errors: ['not_found', 'forbidden', 'club_renewal_not_open'],
});

export const getApplication = endpoint({
  ...signedIn,
  name: 'club-registrations.get',
  summary: 'Get a registration or renewal',
  description: 'Visible to its author, officers, reviewers and staff. Returns 404 to anyone else.',
  method: 'GET',
  path: '/api/v1/club-registrations/{id}',
  params: id,
  reply: application,
  errors: ['not_found'],
});

export const updateApplication = endpoint({
  ...signedIn,
  name: 'club-registrations.update',
  summary: 'Update a registration or renewal',
  description:
    'It must not be submitted. Send only the fields to change. `officers` replaces the list; newly added people are asked. Answers that aren’t valid yet are dropped. `revision` is the questions’ revision you read.',
  method: 'PATCH',
  path: '/api/v1/club-registrations/{id}',
  params: id,
  body: z
    .strictObject({
      name: text().max(clubLimits.name),
      description: text().max(clubLimits.description),
      membership: z.enum(membershipModes),
      type: z.string().max(40).nullable().describe('ID of the club type, or null.'),
      categories: z.array(z.string().max(40)).max(clubLimits.labelsOfClub),
      officers: z.array(z.strictObject({ uid, position: z.string().max(40) })).max(limits.officers),
      removals: z.array(uid).max(limits.removals),
      isRosterConfirmed: z.boolean(),
      answers: formAnswers,
      revision: wholeNumber.describe('Revision of the questions you read.'),
    })
    .partial()
    .extend({ version: wholeNumber.describe('Version you read.') }),
  reply: application,
  errors: [
    'not_found',
    'club_application_changed',
    'club_application_locked',
    'club_renewal_not_open',
    'club_positions_unknown',
    'club_label_unknown',
    'person_not_found',
    'form_revised',
  ],
});

export const submitApplication = endpoint({
  ...signedIn,
  name: 'club-registrations.submit',
  summary: 'Submit a registration or renewal',
  description: 'Submits or resubmits it for approval. Missing parts are listed in the error.',
  method: 'POST',
  path: '/api/v1/club-registrations/{id}/submission',
  params: id,
  body: z.strictObject({ version: wholeNumber.describe('Version you read.') }),
  reply: application,
  errors: [
    'not_found',
    'club_registration_closed',
    'club_application_changed',
    'club_application_locked',
    'club_application_incomplete',
    'club_renewal_not_open',
    'form_revised',
    'submission_open',
    'submission_changed',
  ],
});

export const acceptPosition = endpoint({
  ...signedIn,
  name: 'club-registrations.accept',
  summary: 'Accept or decline a position',
  description:
    'Answers a request to become an officer. If you accept, you get the position once the club is approved.',
  method: 'PUT',
  path: '/api/v1/club-registrations/{id}/acceptance',
  params: id,
  body: z.strictObject({ isAccepted: z.boolean() }),
  reply: done,
  errors: ['not_found', 'club_officer_settled'],
});

export const deleteApplication = endpoint({
  ...signedIn,
  name: 'club-registrations.delete',
  summary: 'Delete a registration',
  description: 'It must not be submitted, and no club may exist for it.',
  method: 'DELETE',
  path: '/api/v1/club-registrations/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'club_application_locked'],
});
