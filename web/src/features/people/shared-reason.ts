import type { User } from '#contract/people/endpoints.ts';
import type { Messages } from '../../lib/messages.ts';
import './suggestion-reason.ts';

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
  const { mutualCount, shared } = person;
  const [hasMajor, hasYear] = [
    person.major !== null && person.major === me.major,
    person.yearOfGraduation !== null && person.yearOfGraduation === me.yearOfGraduation,
  ];
  const year = String(person.yearOfGraduation);
  const major = person.major ?? '';
  return [
    ...(shared?.courses ?? []).map(({ number, title }) => ({
      kind: 'course' as const,
      text: t('people.sharedCourse', { name: title.length > titleMax ? number : title }),
    })),
    ...(shared?.clubs ?? []).map((name) => ({
      kind: 'club' as const,
      text: t('people.sharedClub', { name }),
    })),
    ...(mutualCount > 0
      ? [{ kind: 'mutual' as const, text: t('people.mutualsTitle', { count: mutualCount }) }]
      : []),
    ...(hasMajor || hasYear
      ? [
          {
            kind: 'studies' as const,
            text:
              hasMajor && hasYear
                ? t('suggestions.both', { major, year })
                : hasMajor
                  ? t('suggestions.major', { major })
                  : t('suggestions.year', { year }),
          },
        ]
      : []),
  ];
}
