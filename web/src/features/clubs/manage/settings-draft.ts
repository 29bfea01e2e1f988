import type { InputOf } from '#contract/call.ts';
import type { updateClub } from '#contract/clubs/calls.ts';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import type {
  ClubStatus,
  ClubTab,
  ClubWidget,
  MemberReader,
  MembershipMode,
} from '#contract/clubs/limits.ts';
import type { ClubMeeting } from '#contract/clubs/meetings.ts';

/** The edited values. Labels are stored by name, because the tag fields show names. */
export interface Draft {
  version: number;
  name: string;
  acronym: string;
  description: string;
  about: string;
  url: string;
  address: string;
  email: string;
  cost: string;
  founded: number | null;
  /** One per line. */
  links: string;
  meetings: readonly ClubMeeting[];
  membership: MembershipMode;
  membersSeenBy: MemberReader;
  isPublic: boolean;
  postsFor: ClubSettings['postsFor'];
  postsBy: ClubSettings['postsBy'];
  takesProposals: boolean;
  tabs: readonly ClubTab[];
  widgets: readonly ClubWidget[];
  categories: readonly string[];
  tags: readonly string[];
  type: string;
  hub: string;
  parent: string | null;
  status: ClubStatus;
  isPublished: boolean;
  isHidden: boolean;
  isFeatured: boolean;
  areOfficersLocked: boolean;
}

export const draftOf = (club: ClubSettings): Draft => ({
  version: club.version,
  name: club.name,
  acronym: club.acronym,
  description: club.description,
  about: club.about,
  url: club.url ?? '',
  address: club.address,
  email: club.email ?? '',
  cost: club.cost,
  founded: club.founded,
  links: club.links.join('\n'),
  meetings: club.meetings,
  membership: club.membership,
  membersSeenBy: club.membersSeenBy,
  isPublic: club.isPublic,
  postsFor: club.postsFor,
  postsBy: club.postsBy,
  takesProposals: club.takesProposals,
  tabs: club.tabs,
  widgets: club.widgets,
  categories: club.categories,
  tags: club.tags,
  type: club.type ?? '',
  hub: club.hub ?? '',
  parent: club.parent,
  status: club.status,
  isPublished: club.isPublished,
  isHidden: club.isHidden,
  isFeatured: club.isFeatured,
  areOfficersLocked: club.areOfficersLocked,
});

/** The changes to send. */
export type ClubInput = Omit<InputOf<typeof updateClub>, 'id' | 'version'>;

/** Returns the links of the field, without empty lines. */
export const linksOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const sentOf = (draft: Draft, isStaff: boolean): ClubInput => {
  const { version: _, name, type, hub, parent, status, isPublished, isHidden, ...rest } = draft;
  const { isFeatured, areOfficersLocked, url, categories, tags, tabs, widgets, ...others } = rest;
  const { email, links, meetings, ...own } = others;
  return {
    ...own,
    url: url.trim() === '' ? null : url.trim(),
    email: email.trim() === '' ? null : email.trim(),
    links: linksOf(links),
    meetings: [...meetings],
    categories: [...categories],
    tags: [...tags],
    tabs: [...tabs],
    widgets: [...widgets],
    ...(isStaff && {
      name: name.trim(),
      type: type === '' ? null : type,
      hub: hub === '' ? null : hub,
      parent,
      status,
      isPublished,
      isHidden,
      isFeatured,
      areOfficersLocked,
    }),
  };
};

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns only the fields that differ from `former`, because the activity log lists them and an undo restores nothing else. */
export const changesOf = (draft: Draft, previous: Draft, isStaff: boolean): ClubInput => {
  const before: Record<string, unknown> = { ...sentOf(previous, isStaff) };
  return Object.fromEntries(
    Object.entries(sentOf(draft, isStaff)).filter(([name, value]) => !isSame(value, before[name])),
  );
};
