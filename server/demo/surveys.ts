import { newClientId } from '#contract/client-id.ts';
import type { FormAnswers, FormDefinition, Question } from '#contract/forms/definition.ts';
import { checkAnswers } from '#contract/forms/form-rules.ts';
import type { SurveyAudience } from '#contract/surveys/limits.ts';
import {
  addToPool,
  insertAnswers,
  insertForm,
  insertParticipation,
  lockForm,
  updateAnswerCount,
  updateForm,
} from '#server/features/forms/forms.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import {
  recordAudience,
  insertSurvey,
  updateSurveyRow,
} from '#server/features/surveys/surveys.queries.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { selectClubNamed } from './demo.queries.ts';
import type { DemoContext } from './demo-context.ts';

interface DemoSurvey {
  readonly club: string;
  readonly by: string;
  readonly title: string;
  readonly description: string;
  readonly audience: SurveyAudience;
  readonly isAnonymous: boolean;
  /** Days since it was published, and until it closes. Null for a draft. */
  readonly days: { readonly ago: number; readonly left: number } | null;
  /** The share of members who have responded. The sign-ins haven't. */
  readonly share: number;
  readonly questions: readonly Question[];
  readonly answer: (chance: RandomSource) => FormAnswers;
}

const base = { help: '', isRequired: false, startsPage: false, conditions: [] };
const option = (id: string, label: string) => ({ id, label });
const choice = (
  kind: 'one' | 'several',
  id: string,
  title: string,
  options: readonly (readonly [string, string])[],
  more: Partial<Question> = {},
): Question => ({
  ...base,
  id,
  title,
  kind,
  options: options.map(([key, label]) => option(key, label)),
  hasOther: false,
  // Only the properties that all questions have are set here.
  ...(more as object),
});
const scale = (id: string, title: string, lowLabel: string, highLabel: string): Question => ({
  ...base,
  id,
  title,
  kind: 'scale',
  from: 1,
  to: 5,
  lowLabel,
  highLabel,
  isRequired: true,
});
const words = (id: string, title: string, more: Partial<Question> = {}): Question => ({
  ...base,
  id,
  title,
  kind: 'long',
  ...(more as object),
});
const chose = (...options: string[]) => ({ options, other: null });
const sometimes = (chance: RandomSource, id: string, list: readonly string[], share: number) =>
  chance.of(share) ? { [id]: chance.pick(list) } : {};

const surveys: readonly DemoSurvey[] = [
  {
    club: 'Ridge & Trail',
    by: 'officer',
    title: 'How was the fall term?',
    description: 'Two minutes that help us plan the spring.',
    audience: 'members',
    isAnonymous: false,
    days: { ago: 6, left: 9 },
    share: 0.6,
    questions: [
      choice(
        'one',
        'drew',
        'What brought you here most often?',
        [
          ['walks', 'Weekend hikes'],
          ['evening', 'Evening walks'],
          ['friends', 'Friends'],
          ['training', 'Training for a race'],
        ],
        { isRequired: true },
      ),
      scale('welcome', 'How welcome did you feel?', 'Not at all', 'Very'),
      choice('several', 'days', 'Which days suit you?', [
        ['wed', 'Wednesday'],
        ['fri', 'Friday'],
        ['sat', 'Saturday'],
        ['sun', 'Sunday'],
      ]),
      words('change', 'What should change in spring?', { startsPage: true }),
    ],
    answer: (chance) => ({
      drew: chose(chance.pick(['walks', 'walks', 'walks', 'evening', 'friends', 'training'])),
      welcome: chance.pick([3, 4, 4, 5, 5, 5]),
      days: chose(...['wed', 'fri', 'sat', 'sun'].filter(() => chance.of(0.45))),
      ...sometimes(
        chance,
        'change',
        [
          'Start an hour earlier on Saturdays, please.',
          'More short walks that need no car.',
          'A list of boots and poles that one can borrow.',
          'The evening walks are perfect as they are.',
          'One overnight trip would be great.',
        ],
        0.4,
      ),
    }),
  },
  {
    club: 'Public Speaking Circle',
    by: 'officer',
    title: 'How safe do you feel on stage?',
    description: 'Answers are anonymous, so please be honest.',
    audience: 'members',
    isAnonymous: true,
    days: { ago: 3, left: 12 },
    share: 0.35,
    questions: [
      scale('safe', 'How safe do you feel when you speak here?', 'Not at all', 'Completely'),
      choice(
        'one',
        'felt',
        'Has feedback ever hurt you?',
        [
          ['no', 'No'],
          ['once', 'Once'],
          ['often', 'More than once'],
        ],
        { isRequired: true },
      ),
      words('what', 'What would have helped?', {
        conditions: [{ question: 'felt', test: 'is_not', value: 'no' }],
      }),
    ],
    answer: (chance) => {
      const felt = chance.pick(['no', 'no', 'no', 'once', 'often']);
      return {
        safe: chance.pick([2, 3, 4, 4, 5]),
        felt: chose(felt),
        ...(felt === 'no'
          ? {}
          : sometimes(
              chance,
              'what',
              [
                'Feedback in writing, after a day.',
                'One thing at a time instead of five.',
                'Saying first what was good.',
              ],
              0.7,
            )),
      };
    },
  },
  {
    club: 'Campus Makers',
    by: 'ben',
    title: 'Workshop nights in spring',
    description: 'Tell us what you would like to build.',
    audience: 'school',
    isAnonymous: false,
    days: { ago: 1, left: 20 },
    share: 0.3,
    questions: [
      choice(
        'one',
        'tools',
        'Have you used power tools before?',
        [
          ['yes', 'Yes'],
          ['learn', 'No, but I would like to learn'],
          ['no', 'No'],
        ],
        { isRequired: true },
      ),
      choice(
        'several',
        'which',
        'Which ones?',
        [
          ['drill', 'Drill'],
          ['saw', 'Circular saw'],
          ['sander', 'Sander'],
        ],
        { conditions: [{ question: 'tools', test: 'is', value: 'yes' }] },
      ),
      words('build', 'What would you like to build?'),
    ],
    answer: (chance) => {
      const tools = chance.pick(['yes', 'yes', 'learn', 'no']);
      return {
        tools: chose(tools),
        ...(tools === 'yes' && {
          which: chose(...['drill', 'saw', 'sander'].filter(() => chance.of(0.6))),
        }),
        ...sometimes(
          chance,
          'build',
          ['A shelf for my room', 'A lamp', 'Something for the garden', 'A bird house'],
          0.6,
        ),
      };
    },
  },
  {
    club: 'Ridge & Trail',
    by: 'officer',
    title: 'Spring volunteers',
    description: '',
    audience: 'members',
    isAnonymous: false,
    days: null,
    share: 0,
    questions: [words('help', 'How would you like to help?')],
    answer: () => ({}),
  },
];

/** A different seed produces other responses. */
const seed = 71_909;
const dayMs = 86_400_000;

/** Adds surveys of some clubs with members' responses. The sign-ins haven't responded yet. */
export const addSurveys = async ({ db, school, now }: DemoContext): Promise<void> => {
  const chance = createRandomSource(seed);
  const signIns = await selectIdsByUsername(db, ['ana', 'ben', 'officer', 'admin']);
  const own = new Set(signIns.values());
  for (const survey of surveys) {
    const club = await selectClubNamed(db, survey.club);
    if (club === undefined) continue;
    const at = new Date(now.getTime() - (survey.days?.ago ?? 0) * dayMs);
    const row = await insertSurvey(db, school, {
      club: club.id,
      title: survey.title,
      by: signIns.get(survey.by) ?? 0,
      clientId: newClientId(at.getTime()),
      now: at,
    });
    if (row === undefined) continue;
    const owner = { kind: 'survey', id: row.id } as const;
    const definition: FormDefinition = { questions: [...survey.questions] };
    await insertForm(db, school, owner, definition);
    await updateSurveyRow(db, row.id, {
      description: survey.description,
      audience: survey.audience,
      ...(survey.days !== null && { published_at: at, announced_at: at }),
    });
    const form = await lockForm(db, owner);
    if (form === undefined || survey.days === null) continue;
    await updateForm(db, form.form_id, {
      is_anonymous: survey.isAnonymous,
      state: 'open',
      closes_at: new Date(now.getTime() + survey.days.left * dayMs),
    });
    if (survey.isAnonymous) await recordAudience(db, row.id);
    for (const person of club.members) {
      if (own.has(person) || !chance.of(survey.share)) continue;
      const given = {
        school,
        form: form.form_id,
        revision: form.revision,
        person,
        answers: checkAnswers(definition, survey.answer(chance)).answers,
      };
      if (survey.isAnonymous) {
        await insertParticipation(db, given);
        await addToPool(db, given);
      } else {
        const then = at.getTime() + chance.next() * (now.getTime() - at.getTime());
        await insertAnswers(db, given, new Date(then));
      }
      await updateAnswerCount(db, form.form_id, 1);
    }
  }
};
