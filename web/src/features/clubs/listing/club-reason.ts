import type { ClubReason } from '#contract/clubs/suggestions.endpoints.ts';
import { isolate } from '../../../lib/apart.ts';
import type { Messages } from '../../../lib/messages.ts';
import { nameOf } from '../../people/person.ts';

/** Returns the reason for a suggestion in one line. */
export function clubReasonText({ t, list }: Messages, reason: ClubReason): string {
  switch (reason.kind) {
    case 'known': {
      const [one, other] = reason.people;
      if (one === undefined) return t('clubs.youKnow', { count: reason.count });
      if (reason.count === 1 || other === undefined)
        return t('clubs.reasonKnown', { names: isolate(nameOf(one)), count: reason.count });
      return reason.count === 2
        ? t('clubs.reasonKnown', {
            names: list([one, other].map((person) => isolate(nameOf(person)))),
            count: 2,
          })
        : t('clubs.reasonKnownMore', {
            one: isolate(nameOf(one)),
            other: isolate(nameOf(other)),
            count: reason.count - 2,
          });
    }
    case 'interests':
      return t('clubs.reasonInterests', { names: list(reason.values.map(isolate)) });
    case 'major':
      return t('clubs.reasonMajor', { major: isolate(reason.major) });
    case 'similar':
      return t('clubs.reasonSimilar', { name: isolate(reason.club.name) });
  }
}
