import { newClientId } from '#contract/client-id.ts';
import { dateText } from '#server/kernel/time/local-time.ts';
import { selectCounted, settleAwards } from '#server/features/record/badges/badges.queries.ts';
import {
  selectAttendees,
  settleAttended,
  settlePositions,
} from '#server/features/record/from-campus/from-campus.queries.ts';
import {
  insertEntry,
  replaceParts,
  selectCompetencies,
  updateState,
  type EntryColumns,
} from '#server/features/record/record.queries.ts';
import {
  insertBadge,
  insertKind,
  replaceCompetencies,
  replaceSteps,
  replaceVerifiers,
} from '#server/features/record/setup/setup.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { submitInDemo } from './submitting.ts';
import type { DemoContext } from './demo-context.ts';

const dayMs = 86_400_000;
const competencies = [
  'Budgeting',
  'Communication',
  'Field work',
  'Leadership',
  'Project management',
  'Public speaking',
  'Teaching',
  'Teamwork',
];

interface Sample {
  readonly kind: number;
  readonly title: string;
  readonly organization: string;
  /** Days since its start and end. Null if it is ongoing. */
  readonly from: number;
  readonly to: number | null;
  readonly hours: number;
  readonly summary: string;
  readonly names: readonly string[];
}

const addSetup = async (
  { db, school }: DemoContext,
  { admin, officer }: { admin: number; officer: number },
) => {
  const kind = async (
    name: string,
    description: string,
    source: 'positions' | 'events' | null,
    verifiers: readonly number[],
  ): Promise<number> => {
    const id = await insertKind(db, school, { name, description, source });
    await replaceVerifiers(db, school, id, verifiers);
    return id;
  };
  const leadership = await kind('Leadership', 'Positions in clubs', 'positions', []);
  const service = await kind('Service', 'Work for others, without pay', null, [admin, officer]);
  const research = await kind('Research', 'Work in a lab or on a project', null, [admin]);
  await kind('Sport', 'Teams, training and competitions', null, [admin]);
  await kind('Taking part', 'Events you attended', 'events', []);
  await replaceCompetencies(
    db,
    school,
    competencies.map((name) => ({ id: null, name })),
  );
  const badge = (
    name: string,
    description: string,
    icon: string,
    color: number,
    basis: string,
    of: number | null,
    goal: number,
  ) => insertBadge(db, school, { name, description, icon, color, basis, kind: of, goal });
  const officerBadge = await badge(
    'Officer',
    'A position in a club',
    'flag',
    3,
    'entries',
    leadership,
    1,
  );
  await badge('Neighbor', 'Fifty hours of service', 'heart', 0, 'hours', service, 50);
  const starter = await badge(
    'First steps',
    'A first verified experience',
    'star',
    1,
    'entries',
    null,
    1,
  );
  await badge('Researcher', 'Twenty hours of research', 'microscope', 2, 'hours', research, 20);
  const path = await badge('Path of leadership', '', 'mountain', 4, 'badges', null, 2);
  await replaceSteps(db, school, path, [officerBadge, starter]);
  return { service, research };
};

/**
 * Adds record data: the school's types and badges, and activities of Ana and Ben, which are verified, pending and returned. All of it is
 * invented.
 */
export const addRecords = async (context: DemoContext): Promise<void> => {
  const { db, school, now } = context;
  const people = await selectIdsByUsername(db, ['ana', 'ben', 'officer', 'admin']);
  const of = (username: string) => people.get(username) ?? 0;
  const [ana, ben, admin] = [of('ana'), of('ben'), of('admin')];
  const { service, research } = await addSetup(context, { admin, officer: of('officer') });
  const known = await selectCompetencies(db);
  const day = (ago: number) => dateText(now.getTime() - ago * dayMs);
  const add = async (user: number, sample: Sample): Promise<number> => {
    const columns: EntryColumns = {
      type_id: sample.kind,
      title: sample.title,
      organization: sample.organization,
      starts_on: day(sample.from),
      ends_on: sample.to === null ? null : day(sample.to),
      minutes: sample.hours * 60,
      summary: sample.summary,
      reflection: '',
    };
    const at = new Date(now.getTime() - (sample.to ?? 1) * dayMs);
    const { id } = await insertEntry(db, school, user, newClientId(at.getTime()), columns, at);
    await replaceParts(db, school, id, {
      competencies: known.filter(({ name }) => sample.names.includes(name)).map((one) => one.id),
      files: [],
    });
    return id;
  };
  const verified = async (user: number, sample: Sample): Promise<void> => {
    const id = await add(user, sample);
    const at = new Date(now.getTime() - Math.max(0, (sample.to ?? 4) - 3) * dayMs);
    await updateState(db, id, { state: 'verified', verifier: { id: admin }, reason: '', now: at });
  };
  const submitted = async (
    user: number,
    sample: Sample,
    sentBack?: { by: number; reason: string },
  ): Promise<void> => {
    const id = await add(user, sample);
    await submitInDemo(context, {
      kind: 'experience',
      subject: id,
      submitter: user,
      reviewers: [admin],
      at: new Date(now.getTime() - 2 * dayMs),
      content: {
        title: sample.title,
        link: `/cct/entries/${id}`,
        club: null,
        fields: [
          { key: 'organization', label: 'Organization', value: sample.organization },
          { key: 'hours', label: 'Hours', value: String(sample.hours) },
          { key: 'summary', label: 'What they did', value: sample.summary },
        ],
      },
      ...(sentBack && { sentBack }),
    });
  };
  const pantry = {
    kind: service,
    title: 'Shift lead',
    organization: 'Campus pantry',
    from: 400,
    to: 220,
    hours: 20,
    summary: 'Led a team of four on Saturdays and kept the stock list.',
    names: ['Leadership', 'Teamwork'],
  };
  await verified(ana, pantry);
  await verified(ana, {
    kind: research,
    title: 'Student research assistant',
    organization: 'River Lab',
    from: 300,
    to: null,
    hours: 58,
    summary: 'Map flood plains behind the campus with drones.',
    names: ['Field work', 'Project management'],
  });
  await submitted(ana, {
    kind: service,
    title: 'Section leader',
    organization: 'River cleanup',
    from: 40,
    to: 38,
    hours: 12,
    summary: 'Coordinated thirty volunteers along two kilometers of the bank.',
    names: ['Communication'],
  });
  await submitted(
    ana,
    {
      kind: service,
      title: 'Tutor, mathematics',
      organization: 'Open Books Tutoring',
      from: 290,
      to: 190,
      hours: 38,
      summary: 'Weekly sessions for first-year students.',
      names: ['Teaching'],
    },
    { by: admin, reason: 'Please add the dates of the two sessions in March.' },
  );
  await add(ana, {
    kind: service,
    title: 'First aid course',
    organization: 'Red Lantern Training',
    from: 420,
    to: 419,
    hours: 12,
    summary: '',
    names: [],
  });
  await verified(ben, { ...pantry, title: 'Driver', hours: 9, names: ['Teamwork'] });
  await settlePositions(db, school, null, now);
  for (let last: number | undefined = 0; last !== undefined;) {
    const attendees: number[] = await selectAttendees(db, last, 500);
    await settleAttended(db, school, attendees, now);
    last = attendees.at(-1);
  }
  // Twice, because a badge path counts the badges of the first round.
  for (let round = 0; round < 2; round += 1)
    await settleAwards(db, school, { users: await selectCounted(db), badge: null, now });
};
