import type {
  AssignmentKind,
  ReadingProblem,
  SectionRole,
  WorkState,
} from '#contract/courses/kinds.ts';
import type { Outbound } from '../../../kernel/outbound/outbound.ts';

/*
 * What a connector to a learning system does (decision 062). It speaks the system's own protocol and answers what stands here; all
 * else, such as when it is asked, what is kept and who hears of it, is the same for every system. Ids are those of the system.
 */

/** A school's client at its learning system. */
export interface LmsClient {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly id: string;
  readonly secret: string;
}

/** What a person has allowed. */
export interface LmsTokens {
  readonly access: string;
  /** Null: the system gives none, and the person is asked again when the other expires. */
  readonly refresh: string | null;
  readonly expiresAt: Date | null;
}

export interface LmsCourse {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  /** What the school's own systems call the course, where the learning system says it. */
  readonly schoolCode: string | null;
  readonly term: { readonly code: string; readonly name: string } | null;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly role: SectionRole;
  readonly teachers: readonly string[];
  /** The official grade so far, in percent, and as it is called. */
  readonly percent: number | null;
  readonly label: string | null;
  /** Whether the teacher hides totals from students. */
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
  /** The quiz behind it. */
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
  /** As the system has it: not yet sanitized. */
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

/** What is read and kept, by kind. All but the first two are of one course. */
export interface LmsContent {
  courses: readonly LmsCourse[];
  announcements: readonly LmsAnnouncement[];
  work: LmsWork;
  quizzes: readonly LmsQuiz[];
  links: readonly LmsLink[];
}
export type LmsKindOfContent = keyof LmsContent;

/** What was read of one thing. `same`: it has not changed. `gone`: it is not there any more. */
export type LmsAnswer<K extends LmsKindOfContent = LmsKindOfContent> =
  | { readonly is: 'new'; readonly content: LmsContent[K]; readonly etags: readonly string[] }
  | { readonly is: 'same' | 'gone' };

/** A call that failed. */
export class LmsFailed extends Error {
  override name = 'LmsFailed';
  /** `ended`: the grant no longer holds. */
  readonly reason: ReadingProblem | 'ended';
  /** Seconds to wait before the next call, where the system said so. */
  readonly seconds: number | null;
  constructor(reason: LmsFailed['reason'], seconds: number | null = null, cause?: unknown) {
    super(`learning system: ${reason}`, { cause });
    this.reason = reason;
    this.seconds = seconds;
  }
}

/** One reading for one person: calls go out one after another. */
export interface LmsReading {
  readonly outbound: Outbound;
  readonly client: LmsClient;
  readonly now: Date;
  readonly accessToken: () => string;
  /** The system refused the token: gets another one. Throws `LmsFailed` with `ended` where there is none. */
  readonly renew: () => Promise<void>;
  /** Called before each call; throws where another has taken over, at the latest some seconds after. */
  readonly beforeCall: () => Promise<void>;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export interface LmsConnector {
  /** The least of scopes that the school's client there has to allow. */
  readonly scopes: readonly string[];
  /** Where the browser goes so that a person allows it. `challenge`: S256 of PKCE. */
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
  /** New tokens for the refresh token; `LmsFailed` with `ended` where it no longer holds. */
  renew(outbound: Outbound, client: LmsClient, refresh: string, now: Date): Promise<LmsTokens>;
  /** Gives the grant back, with a new access token where the old one has expired. */
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
