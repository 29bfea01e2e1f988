import type { LabelKey, Messages } from '../../../lib/messages.ts';

/** Labels of the club's settings, by stored name. */
const words: Readonly<Record<string, LabelKey>> = {
  name: 'clubs.name',
  acronym: 'clubs.acronym',
  description: 'clubs.description',
  about: 'clubs.tab_about',
  url: 'clubs.url',
  address: 'clubs.address',
  email: 'clubs.email',
  cost: 'clubs.cost',
  founded: 'clubs.founded',
  links: 'clubs.links_title',
  meetings: 'clubs.meetings',
  membership: 'clubs.whoJoins',
  membersSeenBy: 'clubs.whoSeesMembers',
  // Old log entries use this name from before there were three choices.
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

/** Returns the label of a setting. A setting from a newer server than this page keeps its stored name. */
export const settingName = (name: string, t: Messages['t']): string => {
  const key = words[name];
  return key === undefined ? name : t(key);
};
