/* Limits and lists of clubs. This file doesn't import zod because the browser uses it at run time. */

/** Maximum characters of texts, and maximum counts. */
export const clubLimits = {
  name: 120,
  acronym: 20,
  description: 300,
  aboutText: 10_000,
  url: 2_000,
  address: 400,
  email: 254,
  cost: 200,
  /** Years in which clubs were founded. */
  foundedFrom: 1000,
  foundedTo: 2100,
  webLinks: 6,
  meetings: 7,
  meetingLocation: 120,
  label: 60,
  labels: 500,
  labelsOfClub: 20,
  memberTag: 40,
  memberTags: 20,
  note: 2_000,
  /** People changed by one call. */
  people: 200,
  /** A member import by an officer: characters, rows, and days in which it can be undone. */
  rosterText: 100_000,
  rosterRows: 2_000,
  rosterDays: 30,
  /**
   * Invitation links: active ones of a club, days and uses of one, characters of its note, and days it stays in the list after it
   * ends.
   */
  links: 30,
  linkDays: 90,
  linkUses: 1_000,
  linkNote: 100,
  linkKeptDays: 30,
  /** Days until answers to the club's questions are deleted. */
  answerDays: 365,
  /** Days in which a deleted club can be restored. */
  restoreDays: 30,
} as const;

/** Ways to become a member: anyone, by request, by invitation, or not at all. */
export const membershipModes = ['open', 'request', 'invitation', 'closed'] as const;
export type MembershipMode = (typeof membershipModes)[number];

export const clubStatuses = ['pending', 'active', 'frozen', 'archived'] as const;
export type ClubStatus = (typeof clubStatuses)[number];

/** Audiences of the member list: everyone who can see the club, its members, or its officers. Everyone sees the officers. */
export const memberReaders = ['everyone', 'members', 'officers'] as const;
export type MemberReader = (typeof memberReaders)[number];

/** Decisions of a club that people receive as notifications of the same name. */
export const clubAnswers = [
  'club_accepted',
  'club_declined',
  'club_invited',
  'club_position_given',
] as const;
export type ClubAnswer = (typeof clubAnswers)[number];

/** Membership states that people see. Banned people don't see their state. */
export const memberStatuses = ['member', 'requested', 'invited'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** Subject areas of club types. */
export const clubKinds = [
  'academic',
  'arts',
  'culture',
  'service',
  'social',
  'sport',
  'other',
] as const;
export type ClubKind = (typeof clubKinds)[number];

/** Lists of labels that staff use to sort clubs. */
export const clubLabelLists = ['types', 'categories', 'tags'] as const;
export type ClubLabelList = (typeof clubLabelLists)[number];

/** Tabs of a club's page, in the order of a new club. New features add their own. */
export const clubTabs = [
  'feed',
  'about',
  'events',
  'members',
  'forum',
  'news',
  'surveys',
  'files',
  'store',
] as const;
export type ClubTab = (typeof clubTabs)[number];

/** Widgets next to the tabs of a club's page, in the order of a new club. */
export const clubWidgets = ['next_event', 'officers', 'good_to_know', 'surveys', 'files'] as const;
export type ClubWidget = (typeof clubWidgets)[number];

/** Readers of a club's posts. */
export const postReaders = ['everyone', 'members'] as const;
/** People who can post in a club's feed. */
export const postWriters = ['members', 'officers'] as const;

/** States of an invitation link. */
export const linkStates = ['active', 'expired', 'used_up', 'revoked'] as const;
export type LinkState = (typeof linkStates)[number];

export const clubPictureKinds = ['logo', 'cover'] as const;
export type ClubPictureKind = (typeof clubPictureKinds)[number];

/** Times of a meeting, from 00:00 to 23:59. */
export const meetingTime = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Allowed addresses for a club's website. */
export const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
