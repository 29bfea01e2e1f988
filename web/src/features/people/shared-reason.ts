import type { User } from '#contract/people/endpoints.ts';
import { addEnglish, type Messages } from '../../lib/messages.ts';
import courseText from 'messages:en/people.sharedCourse';
import clubText from 'messages:en/people.sharedClub';
import mutual from 'messages:en/people.mutualsTitle';
import both from 'messages:en/suggestions.both';

addEnglish({ ...courseText, ...clubText, ...mutual, ...both });

/** A fact that the user shares with a person, with its text. */
export interface SharedReason {
  readonly kind: 'mutual' | 'course' | 'club' | 'studies';
  readonly text: string;
}

/** Longer course titles are replaced by the course number, so that the line fits a card. */
const titleMax = 28;

type Shown = Pick<User, 'uid' | 'mutualCount' | 'shared' | 'major' | 'yearOfGraduation'>;

/** Returns what the user shares with a person, the most specific first. It contains only facts that the user can see. */
export function sharedReasons(
  { t }: Messages,
  person: Shown,
  me: Pick<User, 'uid' | 'major' | 'yearOfGraduation'>,
): readonly SharedReason[] {
  if (person.uid === me.uid) return [];
  const { mutualCount, shared: { club, course } = {} } = person;
  const isClassmate =
    person.major !== null &&
    person.major === me.major &&
    person.yearOfGraduation !== null &&
    person.yearOfGraduation === me.yearOfGraduation;
  return [
    ...(course
      ? [
          {
            kind: 'course' as const,
            text: t('people.sharedCourse', {
              name: course.title.length > titleMax ? course.number : course.title,
            }),
          },
        ]
      : []),
    ...(club === undefined
      ? []
      : [{ kind: 'club' as const, text: t('people.sharedClub', { name: club }) }]),
    ...(mutualCount > 0
      ? [{ kind: 'mutual' as const, text: t('people.mutualsTitle', { count: mutualCount }) }]
      : []),
    ...(isClassmate
      ? [
          {
            kind: 'studies' as const,
            text: t('suggestions.both', {
              major: person.major ?? '',
              year: String(person.yearOfGraduation),
            }),
          },
        ]
      : []),
  ];
}
