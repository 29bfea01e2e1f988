import type { LtiRoster } from '#contract/lti/endpoints.ts';
import type { Messages } from '../../lib/messages.ts';

/** Returns when a roster was synced, and the people who have no account here. */
export const rosterLine = (
  { readAt, problem, listed, unknown, canRead }: Omit<LtiRoster, 'id' | 'platform' | 'title'>,
  { t, date }: Messages,
): string => {
  if (!canRead) return t('lti.noRoster');
  const synced = readAt === null ? t('lti.neverRead') : t('lti.readAt', { when: date(readAt) });
  return [
    problem === null ? synced : `${synced} ${t(`lti.problem_${problem}`)}`,
    ...(readAt === null ? [] : [t('lti.listed', { count: listed })]),
    ...(unknown > 0 ? [t('lti.unknownPeople', { count: unknown })] : []),
  ].join(' • ');
};
