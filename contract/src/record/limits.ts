/* Limits and lists of the co-curricular record. This file doesn't import zod because the browser uses it at run time. */

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
  /** People in one call that awards a badge. */
  awards: 100,
  documents: 50,
  goal: 10_000,
  office: 120,
  signatory: 120,
  introduction: 600,
} as const;

/** States of an experience. `self_reported`: not submitted for verification. */
export const entryStates = [
  'self_reported',
  'waiting',
  'verified',
  'sent_back',
  'denied',
  'revoked',
] as const;
export type EntryState = (typeof entryStates)[number];

/** Sources of an experience: the person, or the product's own data. */
export const entrySources = ['own', 'position', 'events'] as const;
export type EntrySource = (typeof entrySources)[number];

/** Sources that add experiences of a type automatically. */
export const kindSources = ['positions', 'events'] as const;

/** The basis of a badge. `badges` makes it a path of other badges; staff award `manual` ones. */
export const badgeBases = ['hours', 'entries', 'badges', 'manual'] as const;
export type BadgeBasis = (typeof badgeBases)[number];

/** Icons of badges. The web app draws them. */
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

/** Current status of an entry in a document: as issued, corrected since, no longer verified, or deleted. */
export const issuedStatuses = ['valid', 'corrected', 'revoked', 'deleted'] as const;
export type IssuedStatus = (typeof issuedStatuses)[number];

/** Public reasons for a revocation. Readers see them in their own language. */
export const publicReasons = ['error', 'requirements', 'replaced', 'rules'] as const;
export type PublicReason = (typeof publicReasons)[number];

/** Languages of transcripts. */
export const documentLanguages = ['en', 'de', 'ar'] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

/** Parts that a school can leave out of its transcripts. */
export const transcriptParts = [
  'dates',
  'hours',
  'verifiers',
  'competencies',
  'reflections',
] as const;
export type TranscriptPart = (typeof transcriptParts)[number];

/** Characters of codes: Crockford's base32, without letters that look like others. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Normalizes a typed code: any case, with or without hyphens and spaces. Letters that look like digits count as those digits. */
export const readCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Returns the printed form of a code: 9F3KQ-W7D2M. */
export const showCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Returns the path of the page that verifies a document. */
export const documentPath = (code: string): string => `/verify/${code}`;
