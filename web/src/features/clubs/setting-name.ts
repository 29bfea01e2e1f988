import type { LabelKey, Messages } from '../../lib/messages.ts';

/** Words of the settings of a club, by the names they are stored under. */
const words: Readonly<Record<string, LabelKey>> = {
  name: 'clubs.name',
  acronym: 'clubs.acronym',
  description: 'clubs.description',
  about: 'clubs.tab_about',
  url: 'clubs.url',
  address: 'clubs.address',
  membership: 'clubs.whoJoins',
  membersSeenBy: 'clubs.whoSeesMembers',
  // Kept in logs of before there was a choice of three.
  isMembershipPrivate: 'clubs.whoSeesMembers',
  postsFor: 'clubs.postsFor',
  postsBy: 'clubs.postsBy',
  takesProposals: 'clubs.takesProposals',
  tabs: 'clubs.tabs',
  widgets: 'clubs.widgets',
  isPublic: 'clubs.isPublic',
  questions: 'clubs.section_questions',
  categories: 'clubs.categories',
  tags: 'clubs.tags',
  type: 'clubs.type',
  parent: 'clubs.parent',
  hub: 'clubs.hub',
  status: 'clubs.status',
  isPublished: 'clubs.isPublished',
  isHidden: 'clubs.isHidden',
  isFeatured: 'clubs.isFeatured',
  areOfficersLocked: 'clubs.areLocked',
  logo: 'clubs.logo',
  cover: 'clubs.cover',
};

/** What a setting is called; one of a newer server than this page as it is stored. */
export const settingName = (name: string, t: Messages['t']): string => {
  const key = words[name];
  return key === undefined ? name : t(key);
};
