import type { SchoolId } from '#server/kernel/ids.ts';
import type { Db } from '#server/kernel/database/database.ts';
import { day, hour, startOfDay } from '#server/kernel/time/local-time.ts';
import { instantIn, readZone } from '#server/kernel/time/zones.ts';
import { createRandomSource } from './random-source.ts';
import { demoZone } from './demo-zone.ts';
import {
  insertCourseWork,
  insertInventedResults,
  type NewAnnouncement,
  type NewAssignment,
  type NewLink,
} from '#server/features/courses/work/new-work.queries.ts';

/** A different seed produces other assignments. */
const seed = 62_170;

/** Grading schemes by type of course. */
const schemes = [
  {
    name: 'lab',
    parts: [
      { title: 'Lab reports', weight: 35, dropLowest: 1 },
      { title: 'Problem sets', weight: 25, dropLowest: 0 },
      { title: 'Midterm', weight: 15, dropLowest: 0 },
      { title: 'Final exam', weight: 25, dropLowest: 0 },
    ],
  },
  {
    name: 'seminar',
    parts: [
      { title: 'Essays', weight: 40, dropLowest: 0 },
      { title: 'Quizzes', weight: 20, dropLowest: 1 },
      { title: 'Project', weight: 40, dropLowest: 0 },
    ],
  },
] as const;

const labs = [
  'sampling',
  'flow',
  'calibration',
  'error bars',
  'a small model',
  'decay',
  'contrast',
];
const essays = ['a close look', 'two sources', 'an argument', 'a reply', 'a revision', 'a review'];
const quizzes = ['first chapters', 'terms', 'methods', 'cases', 'review', 'definitions'];
const announcements = [
  [
    'Quiz moves to Monday',
    '<p>The quiz of this week moves to <strong>Monday</strong>, so that everyone can come to the review session.</p>',
  ],
  [
    'Bring your notes on Thursday',
    '<p>We work in groups on Thursday. Bring your notes and, if you have one, a laptop.</p>',
  ],
  [
    'Slides are up',
    '<p>The slides of this week are under Files. Page 12 has the correction of yesterday’s example.</p>',
  ],
  [
    'Results and what they mean',
    '<p>The results are posted. Come to office hours if you want to go through yours.</p>',
  ],
  [
    'Guest in next week’s class',
    '<p>Someone from the city’s planning office will answer questions. Write down yours before.</p>',
  ],
] as const;

/** Returns an evening in the school's time zone. */
const evening = (date: number): Date =>
  new Date(instantIn(readZone(demoZone), date + 23 * hour + 59 * 60_000));

/** Adds assignments, quizzes, announcements and links of a term's sections, and everyone's results. All are invented. */
export const addCourseWork = async (
  { db, school, now }: { readonly db: Db; readonly school: SchoolId; readonly now: Date },
  sections: readonly { readonly code: string; readonly hasLab: boolean; readonly number: string }[],
): Promise<void> => {
  const chance = createRandomSource(seed);
  const today = startOfDay(now.getTime());
  const assignments: NewAssignment[] = [];
  const notes: NewAnnouncement[] = [];
  const links: NewLink[] = [];
  for (const { code: section, hasLab, number } of sections) {
    const scheme = schemes[hasLab ? 0 : 1];
    const shift = chance.below(7);
    const add = (
      part: string,
      title: string,
      days: number,
      points: number,
      more: Partial<NewAssignment> = {},
    ) => {
      const due = today + days * day;
      assignments.push({
        code: `${section}-${assignments.length + 1}`,
        section,
        category: `demo-${scheme.name}-${part}`,
        kind: 'assignment',
        title,
        assignedAt: evening(due - 14 * day),
        dueAt: evening(due),
        points,
        minutes: null,
        attempts: null,
        ...more,
      });
    };
    const quiz = (minutes: number) => ({ kind: 'quiz', minutes, attempts: 1 }) as const;
    for (let index = 0; index < 5; index += 1) {
      // The last one of each is in the future.
      const days = (index - 3) * 14 + shift;
      if (hasLab) {
        add('Lab reports', `Lab report ${index + 1}: ${chance.pick(labs)}`, days, 100);
        add('Problem sets', `Problem set ${index + 1}`, days - 5, 20);
      } else {
        if (index > 1) add('Essays', `Essay ${index - 1}: ${chance.pick(essays)}`, days, 50);
        add('Quizzes', `Quiz ${index + 1}: ${chance.pick(quizzes)}`, days - 4, 10, quiz(30));
      }
    }
    if (hasLab) {
      add('Midterm', 'Midterm exam', -23 + shift, 60, quiz(75));
      add('Final exam', 'Final exam', 30 + shift, 120, quiz(120));
    } else {
      add('Project', 'Project proposal', -12 + shift, 20);
      add('Project', 'Project', 24 + shift, 80);
    }
    for (let nth = 0; nth < 2; nth += 1) {
      const [title, body] = announcements[chance.below(announcements.length)] ?? announcements[0];
      notes.push({
        code: `${section}-note-${nth + 1}`,
        section,
        title,
        body,
        postedAt: new Date(now.getTime() - (nth * 6 * 24 + chance.below(90) + 1) * hour),
      });
    }
    for (const [position, title] of ['Syllabus', 'Reading list', 'Slides of this week'].entries())
      links.push({
        code: `${section}-link-${position + 1}`,
        section,
        module: position < 2 ? 'About the course' : 'This week',
        title,
        url: `https://files.example.org/${number.toLowerCase().replace(' ', '-')}/${title.toLowerCase().replaceAll(' ', '-')}.pdf`,
        position,
      });
  }
  await insertCourseWork(db, school, {
    categories: schemes.flatMap(({ name, parts }) =>
      parts.map((part) => ({ ...part, code: `demo-${name}-${part.title}` })),
    ),
    assignments,
    announcements: notes,
    links,
  });
  await insertInventedResults(db, school, now);
};
