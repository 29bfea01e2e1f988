import { newClientId } from '#contract/client-id.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import { orNotFound } from '#server/kernel/sql.ts';
import {
  replaceSteps,
  upsertProcess,
} from '#server/features/approvals/processes/processes.queries.ts';
import {
  insertApplication,
  replaceOfficers,
  updateAnswers,
  updateApplication,
  updateApproved,
  updateOfficer,
} from '#server/features/club-registration/club-registration.queries.ts';
import { selectStandings } from '#server/features/club-registration/overview/overview.queries.ts';
import {
  registrationForm,
  replaceRequired,
  selectPositionRules,
  selectWindow,
  upsertSettings,
  upsertWindow,
} from '#server/features/club-registration/setup/setup.queries.ts';
import { insertForm, lockForm, updateForm } from '#server/features/forms/forms.queries.ts';
import { submitInDemo } from './submitting.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { selectOfficerIds } from '#server/features/roles/positions/positions.queries.ts';
import type { DemoContext } from './demo-context.ts';

const dayMs = 86_400_000;

const base = { help: '', startsPage: false, conditions: [] };
const definition: FormDefinition = {
  questions: [
    { ...base, id: 'meets', title: 'Where and when do you meet?', kind: 'short', isRequired: true },
    {
      ...base,
      id: 'first',
      title: 'First meeting of the term',
      kind: 'date',
      isRequired: false,
      earliest: null,
      latest: null,
    },
    {
      ...base,
      id: 'money',
      title: 'Will you ask for money this year?',
      kind: 'one',
      isRequired: true,
      options: [
        { id: 'no', label: 'No' },
        { id: 'some', label: 'Up to $500' },
        { id: 'more', label: 'More than $500' },
      ],
      hasOther: false,
    },
    {
      ...base,
      id: 'safety',
      title: 'What do members need to be careful with?',
      help: 'Tools, trips, sports: what could go wrong, and what you do about it.',
      kind: 'long',
      isRequired: false,
    },
  ],
};
const answers = {
  meets: 'Workshop in the library, Thursdays at 6',
  money: { options: ['some'], other: null },
  safety: 'Soldering irons stay at their tables. Two of us know first aid.',
};

/** Clubs without a renewal, which the sign-ins manage. Most others have renewed. */
const waiting = new Set(['Campus Makers', 'Ridge & Trail', 'Debate Society', 'Night Hack']);

/** Adds the school's questions for clubs, the approval steps, and the renewal period. */
const addRules = async (
  { db, school, now }: DemoContext,
  people: { officer: number; admin: number },
): Promise<void> => {
  const positions = await selectPositionRules(db);
  await upsertSettings(db, school, 0, {
    registrants: 'everybody',
    shown_questions: ['meets', 'first'],
  });
  await replaceRequired(
    db,
    school,
    positions
      .filter(({ name }) => name === 'President' || name === 'Treasurer')
      .map(({ id }) => id),
  );
  await insertForm(db, school, registrationForm, definition);
  await updateForm(db, orNotFound(await lockForm(db, registrationForm)).form_id, { state: 'open' });
  const step = (name: string, person: number) => ({
    name,
    reviewers: 'people' as const,
    role: null,
    people: [person],
  });
  for (const kind of ['club_registration', 'club_renewal']) {
    await upsertProcess(db, school, kind, 0, null);
    await replaceSteps(db, school, kind, [
      ...(kind === 'club_registration' ? [step('Club council', people.officer)] : []),
      step('Student Life', people.admin),
    ]);
  }
  await upsertWindow(db, school, {
    name: String(now.getFullYear() + 1),
    opensAt: new Date(now.getTime() - 10 * dayMs),
    closesAt: new Date(now.getTime() + 90 * dayMs),
  });
};

/** Adds a registration that waits for its first step. One of its officers hasn't accepted yet. */
const addRegistration = async (
  { db, school, now }: DemoContext,
  { ben, ana }: { ben: number; ana: number },
): Promise<void> => {
  const at = new Date(now.getTime() - 2 * dayMs);
  const made = await insertApplication(db, {
    school,
    kind: 'registration',
    author: ben,
    clientId: newClientId(at.getTime()),
    now: at,
  });
  const { id } = orNotFound(made);
  const name = 'Repair Café';
  const description = 'Bring what is broken, and mend it together.';
  await updateApplication(db, id, { name, description, membership: 'open' });
  await updateAnswers(db, id, { answers, revision: 1, definition });
  const positions = await selectPositionRules(db);
  const position = (title: string) => positions.find((one) => one.name === title)?.id ?? 0;
  await replaceOfficers(db, { school, id, me: ben, now: at }, [
    { person: ben, position: position('President') },
    { person: ana, position: position('Treasurer') },
  ]);
  await updateOfficer(db, id, ben, 'accepted');
  await submitInDemo(
    { db, school },
    {
      kind: 'club_registration',
      subject: id,
      submitter: ben,
      reviewers: null,
      at,
      content: {
        title: name,
        link: `/club-registrations/${id}`,
        club: null,
        fields: [
          { key: 'name', label: 'Name', value: name },
          { key: 'description', label: 'Purpose', value: description },
          { key: 'membership', label: 'Who can join', value: 'open' },
          {
            key: 'officers',
            label: 'Officers',
            value: 'President: Ben Okafor\nTreasurer: Ana Silva',
          },
          { label: 'Where and when do you meet?', value: answers.meets },
          { label: 'Will you ask for money this year?', value: 'Up to $500' },
          { label: 'What do members need to be careful with?', value: answers.safety },
        ],
      },
    },
  );
};

/** Adds the renewals of clubs that have already renewed. */
const addRenewals = async ({ db, school, now }: DemoContext): Promise<void> => {
  const window = orNotFound(await selectWindow(db));
  const clubs = await selectStandings(
    db,
    now,
    { state: 'due', search: '' },
    { after: null, size: 500 },
  );
  for (const [nth, club] of clubs.entries()) {
    if (waiting.has(club.name) || nth % 3 === 0) continue;
    const [author] = await selectOfficerIds(db, club.id);
    if (author === undefined) continue;
    const at = new Date(now.getTime() - (1 + (nth % 8)) * dayMs);
    const made = await insertApplication(db, {
      school,
      kind: 'renewal',
      author,
      clientId: newClientId(at.getTime()),
      now: at,
      window: window.id,
      club: club.id,
    });
    if (made !== undefined) await updateApproved(db, made.id, club.id, at);
  }
};

/** Adds registrations and renewals of the demo's clubs: one under review, some renewed, and those of the sign-ins due. */
export const addRegistrations = async (context: DemoContext): Promise<void> => {
  const names = ['ana', 'ben', 'officer', 'admin'] as const;
  const ids = await selectIdsByUsername(context.db, [...names]);
  const of = (username: (typeof names)[number]) => ids.get(username) ?? 0;
  await addRules(context, { officer: of('officer'), admin: of('admin') });
  await addRegistration(context, { ben: of('ben'), ana: of('ana') });
  await addRenewals(context);
};
