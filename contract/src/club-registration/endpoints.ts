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

const member = { access: 'member', credential: 'bearer' } as const;
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
    .describe('null: a registration that is not approved'),
  window: z
    .object({ name: z.string(), closesAt: z.string() })
    .nullable()
    .describe('Of a renewal: which one'),
};

/** A registration or renewal in a list. */
export const applicationRow = z.object({
  ...head,
  updatedAt: z.string(),
  asked: named.nullable().describe('The position that the caller is asked to take'),
});
export type ApplicationRow = z.output<typeof applicationRow>;

export const listApplications = endpoint({
  ...member,
  name: 'club-registrations.list',
  summary:
    'The caller’s registrations, the renewals of their clubs, and what they are asked to be an officer of. `due`: clubs that they can renew now.',
  method: 'GET',
  path: '/api/v1/club-registrations',
  reply: z.object({
    items: z.array(applicationRow),
    due: z.array(
      named.extend({
        status: z.enum(clubStatuses),
        window: z.object({ name: z.string(), closesAt: z.string() }),
        application: z.string().nullable().describe('The renewal that was begun'),
      }),
    ),
    can: z.object({ register: z.boolean() }),
  }),
});

/** A registration or renewal, whole. */
export const application = z.object({
  ...head,
  version: wholeNumber,
  description: z.string(),
  membership: z.enum(membershipModes),
  type: z.string().nullable(),
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
  removals: z.array(face).describe('Members whom a renewal leaves out'),
  isRosterConfirmed: z.boolean(),
  form: z
    .object({ revision: wholeNumber, definition: formDefinition })
    .describe('What the school asks; while it is submitted, what it asked then'),
  answers: formAnswers,
  files: z.array(uploadedFile).describe('Files that the answers name'),
  people: z.array(face).describe('People whom the answers name'),
  changes: z
    .array(
      z.object({
        what: z.enum(['name', 'description', 'membership', 'officer', 'answer']),
        label: z.string().describe('Of the position or question'),
        before: z.string(),
        after: z.string(),
      }),
    )
    .describe('What a renewal changes of the club and its last answers'),
  steps: z
    .array(z.object({ name: z.string(), reviewers: stageReviewers }))
    .describe('Who decides when it is submitted now, in order. Empty name: there are no steps'),
  submission: submission.nullable(),
  can: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    accept: z.boolean().describe('Say whether they take the position they are asked to take'),
  }),
});
export type Application = z.output<typeof application>;

export const createRegistration = endpoint({
  ...member,
  name: 'club-registrations.create',
  summary:
    'Begin to register a club. The caller is put down for the first position. A repeated `clientId` answers the first draft again.',
  method: 'POST',
  path: '/api/v1/club-registrations',
  body: z.strictObject({ clientId }),
  reply: application,
  errors: ['club_registration_closed', 'too_many_club_registrations'],
});

export const createRenewal = endpoint({
  ...member,
  inClub: 'clubs.manage_officers',
  name: 'club-registrations.renew',
  summary:
    'Begin to renew a club, for officers who manage its officers. It begins with what the club says of itself and its last answers; there is one for each renewal, which a second call answers.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/renewal',
  params: id,
  body: z.strictObject({ clientId }),
  reply: application,
  errors: ['not_found', 'forbidden', 'club_renewal_not_open'],
});

export const getApplication = endpoint({
  ...member,
  name: 'club-registrations.get',
  summary:
    'A registration or renewal, for who writes it, its officers, its reviewers and staff. To others it is not there.',
  method: 'GET',
  path: '/api/v1/club-registrations/{id}',
  params: id,
  reply: application,
  errors: ['not_found'],
});

export const updateApplication = endpoint({
  ...member,
  name: 'club-registrations.update',
  summary:
    'Change a registration or renewal that is not submitted; only what is sent changes. `officers` replaces the list: who is new on it is asked. Answers that are not valid yet are left out; `revision`: of the questions that were read.',
  method: 'PATCH',
  path: '/api/v1/club-registrations/{id}',
  params: id,
  body: z
    .strictObject({
      name: text().max(clubLimits.name),
      description: text().max(clubLimits.description),
      membership: z.enum(membershipModes),
      type: z.string().max(40).nullable(),
      categories: z.array(z.string().max(40)).max(clubLimits.labelsOfClub),
      officers: z.array(z.strictObject({ uid, position: z.string().max(40) })).max(limits.officers),
      removals: z.array(uid).max(limits.removals),
      isRosterConfirmed: z.boolean(),
      answers: formAnswers,
      revision: wholeNumber,
    })
    .partial()
    .extend({ version: wholeNumber }),
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
  ...member,
  name: 'club-registrations.submit',
  summary:
    'Submit it to the school’s steps, or again after changes were requested. What is missing is said by the name of its part.',
  method: 'POST',
  path: '/api/v1/club-registrations/{id}/submission',
  params: id,
  body: z.strictObject({ version: wholeNumber }),
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
  ...member,
  name: 'club-registrations.accept',
  summary:
    'Take or decline the position that one is asked to take. Once the club is approved, taking it gives the position.',
  method: 'PUT',
  path: '/api/v1/club-registrations/{id}/acceptance',
  params: id,
  body: z.strictObject({ isAccepted: z.boolean() }),
  reply: done,
  errors: ['not_found', 'club_officer_settled'],
});

export const deleteApplication = endpoint({
  ...member,
  name: 'club-registrations.delete',
  summary: 'Delete a registration that is not submitted and of which no club has come.',
  method: 'DELETE',
  path: '/api/v1/club-registrations/{id}',
  params: id,
  reply: done,
  errors: ['not_found', 'club_application_locked'],
});
