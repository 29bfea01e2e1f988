/* Words and limits of clubs. No zod here: the browser imports these at run time. */

/** Characters of texts, and how many of something. */
export const clubLimits = {
  name: 120,
  acronym: 20,
  description: 300,
  aboutText: 10_000,
  url: 2_000,
  address: 400,
  label: 60,
  labels: 500,
  labelsOfClub: 20,
  memberTag: 40,
  memberTags: 20,
  note: 2_000,
  /** People that one call changes. */
  people: 200,
  /** Of a list of people that an officer reads into a club: characters, rows, and days in which it can be taken back. */
  rosterText: 100_000,
  rosterRows: 2_000,
  rosterDays: 30,
  /** Invitation links: active ones of a club, most days and uses of one, characters of its note, days it is listed after it ended. */
  links: 30,
  linkDays: 90,
  linkUses: 1_000,
  linkNote: 100,
  linkKeptDays: 30,
  /** Days after which what members answered when they asked to join is deleted. */
  answerDays: 365,
  /** Days in which a deleted club can be restored. */
  restoreDays: 30,
} as const;

/** Who can become a member: anybody, whoever asks and is accepted, whoever is invited, nobody. */
export const membershipModes = ['open', 'request', 'invitation', 'closed'] as const;
export type MembershipMode = (typeof membershipModes)[number];

export const clubStatuses = ['pending', 'active', 'frozen', 'archived'] as const;
export type ClubStatus = (typeof clubStatuses)[number];

/** Who sees who the members of a club are: whoever sees the club, its members, its officers. Officers everybody sees. */
export const memberReaders = ['everyone', 'members', 'officers'] as const;
export type MemberReader = (typeof memberReaders)[number];

/** What a club answers people, told as notifications of the same name. */
export const clubAnswers = [
  'club_accepted',
  'club_declined',
  'club_invited',
  'club_position_given',
] as const;
export type ClubAnswer = (typeof clubAnswers)[number];

/** What somebody is to a club; whoever is banned is told nothing of it. */
export const memberStatuses = ['member', 'requested', 'invited'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

/** What types of clubs are of. */
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

/** What staff sort clubs by. */
export const clubLabelLists = ['types', 'categories', 'tags'] as const;
export type ClubLabelList = (typeof clubLabelLists)[number];

/** What a club's page can show, in the order that a new club has; each feature that is built adds its own. */
export const clubTabs = [
  'feed',
  'about',
  'events',
  'members',
  'forum',
  'news',
  'surveys',
  'files',
] as const;
export type ClubTab = (typeof clubTabs)[number];

/** What can stand beside the tabs of a club's page, in the order that a new club has. */
export const clubWidgets = ['next_event', 'officers', 'good_to_know', 'surveys', 'files'] as const;
export type ClubWidget = (typeof clubWidgets)[number];

/** Who reads what is posted in a club. */
export const postReaders = ['everyone', 'members'] as const;
/** Who posts in its feed. */
export const postWriters = ['members', 'officers'] as const;

/** What an invitation link is: active, past its time, used as often as it may be, revoked. */
export const linkStates = ['active', 'expired', 'used_up', 'revoked'] as const;
export type LinkState = (typeof linkStates)[number];

export const clubPictureKinds = ['logo', 'cover'] as const;
export type ClubPictureKind = (typeof clubPictureKinds)[number];

/** Address of a club's own website. */
export const webAddress = /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i;
