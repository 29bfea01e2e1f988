import type {
  AssignmentKind,
  ReadingProblem,
  SectionRole,
  WorkState,
} from '#contract/courses/kinds.ts';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';

/*
 * The interface of a connector to an LMS (decision 062). It speaks the system's protocol. Everything else, such as scheduling, storage and
 * notifications, is the same for every system. Ids are those of the system.
 */

/** A school's client at its LMS. */
export interface LmsClient {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly id: string;
  readonly secret: string;
}

/** A person's tokens. */
export interface LmsTokens {
  readonly access: string;
  /** Null if the system has none. The person has to authorize again when the other one expires. */
  readonly refresh: string | null;
  readonly expiresAt: Date | null;
}

export interface LmsCourse {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  /** The course's code in the school's other systems, if the LMS knows it. */
  readonly schoolCode: string | null;
  readonly term: { readonly code: string; readonly name: string } | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly role: SectionRole;
  readonly teachers: readonly string[];
  /** The official current grade in percent, and as a letter. */
  readonly percent: number | null;
  readonly label: string | null;
  /** True if the teacher hides totals from students. */
  readonly isTotalHidden?: boolean;
  /** False if the parts have weights that the LMS doesn't apply. */
  readonly appliesWeights?: boolean;
  readonly url: string | null;
}

export interface LmsPart {
  readonly id: string;
  readonly title: string;
  readonly weight: number | null;
  readonly dropLowest: number;
  readonly dropHighest?: number;
  /** Ids of items that are never dropped. */
  readonly neverDrop?: readonly string[];
}

export interface LmsItem {
  readonly id: string;
  /** False if the item doesn't count toward the grade. */
  readonly counts?: boolean;
  readonly part: string | null;
  readonly kind: AssignmentKind;
  /** The id of the quiz behind it. */
  readonly quiz: string | null;
  readonly title: string;
  readonly dueAt: string | null;
  readonly points: number | null;
  readonly url: string | null;
  readonly state: Exclude<WorkState, 'todo' | 'ungraded'> | null;
  readonly isLate: boolean;
  readonly score: number | null;
  readonly label: string | null;
  readonly comment: string | null;
  readonly submittedAt: string | null;
  readonly gradedAt: string | null;
}

export interface LmsWork {
  readonly parts: readonly LmsPart[];
  readonly items: readonly LmsItem[];
}

export interface LmsQuiz {
  readonly id: string;
  readonly title: string;
  readonly dueAt: string | null;
  readonly points: number | null;
  readonly minutes: number | null;
  readonly attempts: number | null;
  readonly url: string | null;
}

export interface LmsAnnouncement {
  readonly id: string;
  readonly course: string;
  readonly title: string;
  /** Not sanitized yet. */
  readonly html: string;
  readonly author: string | null;
  readonly postedAt: string;
  readonly url: string | null;
}

export interface LmsLink {
  readonly id: string;
  readonly module: string;
  readonly title: string;
  readonly url: string;
}

/** The synced content by kind. All kinds but the first two are for one course. */
export interface LmsContent {
  courses: readonly LmsCourse[];
  announcements: readonly LmsAnnouncement[];
  work: LmsWork;
  quizzes: readonly LmsQuiz[];
  links: readonly LmsLink[];
}
export type LmsKindOfContent = keyof LmsContent;

/** The result of a request. `same`: unchanged. `gone`: it no longer exists. */
export type LmsAnswer<K extends LmsKindOfContent = LmsKindOfContent> =
  | { readonly is: 'new'; readonly content: LmsContent[K]; readonly etags: readonly string[] }
  | { readonly is: 'same' | 'gone' };

/** A failed call. */
export class LmsFailed extends Error {
  override name = 'LmsFailed';
  /** `ended`: the grant is no longer valid. */
  readonly reason: ReadingProblem | 'ended';
  /** Seconds to wait before the next call, if the system specified it. */
  readonly seconds: number | null;
  constructor(reason: LmsFailed['reason'], seconds: number | null = null, cause?: unknown) {
    super(`learning system: ${reason}`, { cause });
    this.reason = reason;
    this.seconds = seconds;
  }
}

/** A sync for one person, with one call after another. */
export interface LmsReading {
  readonly outbound: Outbound;
  readonly client: LmsClient;
  readonly now: Date;
  readonly accessToken: () => string;
  /** Gets another token after the system refused it. Throws `LmsFailed` with `ended` if that isn't possible. */
  readonly renew: () => Promise<void>;
  /** Runs before each call. Throws if another server has taken over, at most some seconds later. */
  readonly beforeCall: () => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export interface LmsConnector {
  /** The minimum scopes of the school's client. */
  readonly scopes: readonly string[];
  /** The address where a person authorizes access. `challenge`: S256 of PKCE. */
  address(
    client: LmsClient,
    request: { readonly callback: string; readonly state: string; readonly challenge: string },
  ): string;
  redeem(
    outbound: Outbound,
    client: LmsClient,
    answer: { readonly code: string; readonly callback: string; readonly verifier: string },
    now: Date,
  ): Promise<LmsTokens>;
  /** Exchanges the refresh token. Throws `LmsFailed` with `ended` if it is no longer valid. */
  renew(outbound: Outbound, client: LmsClient, refresh: string, now: Date): Promise<LmsTokens>;
  /** Revokes the grant, with a new access token if the old token has expired. */
  revoke(outbound: Outbound, client: LmsClient, tokens: LmsTokens, now: Date): Promise<void>;
  courses(reading: LmsReading, etags: readonly string[]): Promise<LmsAnswer<'courses'>>;
  announcements(
    reading: LmsReading,
    courses: readonly string[],
    etags: readonly string[],
  ): Promise<LmsAnswer<'announcements'>>;
  work(reading: LmsReading, course: string, etags: readonly string[]): Promise<LmsAnswer<'work'>>;
  quizzes(
    reading: LmsReading,
    course: string,
    etags: readonly string[],
  ): Promise<LmsAnswer<'quizzes'>>;
  links(reading: LmsReading, course: string, etags: readonly string[]): Promise<LmsAnswer<'links'>>;
}
