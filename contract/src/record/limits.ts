/* Words and limits of the co-curricular record. No zod here: the browser imports these at run time. */

export const recordLimits = {
  /** Characters. */
  title: 120,
  organization: 120,
  summary: 1_000,
  reflection: 4_000,
  name: 60,
  description: 300,
  reason: 500,
  /** Hours of one experience. */
  hours: 10_000,
  entries: 500,
  files: 5,
  competenciesOfEntry: 8,
  kinds: 30,
  verifiers: 20,
  competencies: 200,
  badges: 100,
  /** People who are awarded a badge at once. */
  awards: 100,
  documents: 50,
  goal: 10_000,
  office: 120,
  signatory: 120,
  introduction: 600,
} as const;

/** Where an experience stands. `self_reported`: nobody was asked to verify it. */
export const entryStates = [
  'self_reported',
  'waiting',
  'verified',
  'sent_back',
  'denied',
  'revoked',
] as const;
export type EntryState = (typeof entryStates)[number];

/** Where an experience comes from: the person, or what the platform knows. */
export const entrySources = ['own', 'position', 'events'] as const;
export type EntrySource = (typeof entrySources)[number];

/** What fills a kind by itself. */
export const kindSources = ['positions', 'events'] as const;

/** What a badge counts; `badges` makes it a path of other badges, `manual` ones are awarded by staff. */
export const badgeBases = ['hours', 'entries', 'badges', 'manual'] as const;
export type BadgeBasis = (typeof badgeBases)[number];

/** Pictures of badges; the web app draws them. */
export const badgeIcons = [
  'award',
  'flag',
  'heart',
  'leaf',
  'megaphone',
  'microscope',
  'mountain',
  'star',
  'trophy',
  'users',
] as const;
export type BadgeIcon = (typeof badgeIcons)[number];

export const documentKinds = ['transcript', 'badge', 'learner_record'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What a document says of an entry today: as issued, changed since, verified no more, or deleted. */
export const issuedStatuses = ['valid', 'corrected', 'revoked', 'deleted'] as const;
export type IssuedStatus = (typeof issuedStatuses)[number];

/** What anybody is told of why something was revoked; each reader in their language. */
export const publicReasons = ['error', 'requirements', 'replaced', 'rules'] as const;
export type PublicReason = (typeof publicReasons)[number];

/** Languages in which transcripts are drawn. */
export const documentLanguages = ['en', 'de', 'ar'] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

/** What the school may leave out of its transcripts. */
export const transcriptParts = [
  'dates',
  'hours',
  'verifiers',
  'competencies',
  'reflections',
] as const;
export type TranscriptPart = (typeof transcriptParts)[number];

/** Letters of codes: Crockford's base32, without letters that look like others. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code as people type it: any case, with or without hyphens and spaces; letters that look like digits are taken as those. */
export const readCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** A code as it is printed: 9F3KQ-W7D2M. */
export const showCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** The page that verifies a document. */
export const documentPath = (code: string): string => `/verify/${code}`;
