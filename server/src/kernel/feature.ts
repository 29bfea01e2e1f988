import { sql, type RawBuilder } from 'kysely';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import type { PermissionOf } from '#contract/permissions.ts';
import type { ReportedSubject } from '#contract/reports/endpoints.ts';
import type { ReportKind } from '#contract/reports/kinds.ts';
import type { ReportedMessages } from '#contract/reports/endpoints.ts';
import type { FilePlace, StorageType } from '#contract/storage/limits.ts';
import { transact, type Context } from './context.ts';
import type { Db } from './database/database.ts';
import type { FileReferences } from './files/file-references.ts';
import type { Files } from './files/files.ts';
import type { Call } from './handle.ts';
import type { OpenAttachment } from './http/attachments.ts';
import type { Documents } from './http/documents.ts';
import type { Route } from './http/route.ts';
import { onEvent, type EventHandler } from './jobs/event-handler.ts';
import type { MaintenanceTask } from './jobs/maintenance.ts';
import type { Room } from './live/live.ts';
import type { LiveSource } from './live/live-sources.ts';
import type { Series } from './time/series.ts';

/**
 * What the export of somebody's own data holds of a feature: for each section a subquery that answers a JSON array, or null for none.
 * `name`: the name of another person, of whom the subquery has the row as `o`, as far as the person sees it.
 */
export type PersonalData = (
  me: number,
  name: RawBuilder<string>,
) => Readonly<Record<string, RawBuilder<unknown>>>;

/** What a report is about, as the moderators will see it. */
export interface Reported {
  /** Whom it is about; null where it is about nobody in particular. */
  readonly person: number | null;
  /** What it is called; left out where the person's name says it. */
  readonly title?: string;
  /** What it said when it was reported. */
  readonly evidence?: ReportedMessages;
  /** Files that are kept for the moderators. */
  readonly uploads?: readonly number[];
}

/** One kind of thing that can be reported. */
export interface ReportTarget {
  readonly kind: ReportKind;
  /** What stands at an id, if the caller may see it; an error otherwise. Runs in the transaction that stores the report. */
  readonly find: (call: Call, id: string) => Promise<Reported>;
  /** What moderators read of such things now, by id; of what is gone for good nothing. Without it a report shows its title. */
  readonly describe?: (
    call: Call,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, ReportedSubject>>;
}

/** What a submission is about, as its reviewers see it. */
export interface ApprovalContent {
  readonly title: string;
  /** Where it stands in the web app. */
  readonly link: string | null;
  /** The club it is about; steps reviewed by a position in the club fall to those who manage approvals where there is none. */
  readonly club: number | null;
  /**
   * `key`: the web app says `approval_kind.<kind>.<key>` for the label and `approval_kind.<kind>.<key>.<value>` for the value, where
   * it has such messages. `before`: what the submission replaces.
   */
  readonly fields: readonly {
    readonly key?: string;
    readonly label: string;
    readonly value: string;
    readonly before?: string;
  }[];
}

/** A submission that has come to an end, or goes back. */
export interface ApprovalOutcome {
  readonly submission: number;
  readonly subject: number;
  /** Null: their account was erased. */
  readonly submitter: number | null;
  /** What the reviewer wrote with the decision. */
  readonly reason: string;
}
type OnOutcome = (context: Context, outcome: ApprovalOutcome) => Promise<void>;

/** Who decides a step: these people, or whoever holds a permission in the club that the submission is about when it is decided. */
export type Reviewers = readonly number[] | { readonly inClub: PermissionOf<'club'> };

/** One kind of submission that goes through the school's steps (features/approvals). All of it runs in the transaction of the call. */
export interface ApprovalKind {
  /** As in `contract/src/<feature>/approval-kinds.ts`; the web app calls it `approval_kind.<kind>`. */
  readonly kind: string;
  /** The same in English, for programs. */
  readonly name: string;
  /** Its submissions can be about a club, so that positions there can review them. */
  readonly isOfClub: boolean;
  /** What is submitted now. It is stored: reviewers decide on what it answers at that moment. */
  readonly describe: (context: Context, subject: number) => Promise<ApprovalContent>;
  /** Whether the caller acts for who submitted it: sees it, comments, withdraws and submits again. Left out: only they themselves. */
  readonly mayAct?: (context: Context, subject: number) => Promise<boolean>;
  /** Who reviews a subject that is submitted, in one step, in place of the steps that the school has set up; null: those apply. */
  readonly reviewersOf?: (context: Context, subject: number) => Promise<Reviewers | null>;
  /** The school can’t set up steps: `reviewersOf` always says who reviews. */
  readonly hasNoProcess?: true;
  /** The notification that tells reviewers that it waits; left out: the one of approvals. A key of officers goes by their club. */
  readonly notice?: { readonly key: NotificationKey; readonly kind: NotificationKind };
  readonly onApproved: OnOutcome;
  readonly onDenied?: OnOutcome;
  readonly onChangesRequested?: OnOutcome;
  readonly onWithdrawn?: OnOutcome;
}

/** What of a feature names uploads. Statements call the upload `f`. */
export interface UploadReference {
  /** Stands in the addresses of the files, before the holder's id. */
  readonly kind: string;
  /** Whether any row names the upload. One that nothing names within a day is removed. */
  readonly isNamed: RawBuilder<boolean>;
  /** Whether a holder (a conversation, a club) has the upload; otherwise its address opens nothing. */
  readonly isReferencedBy: (holder: number) => RawBuilder<boolean>;
  /** The type under which the school's storage counts the upload. */
  readonly storageType: StorageType;
  /**
   * Selects `place`, `id`, `message` and `title` of the items that use the upload, as `GET /api/v1/storage/files` returns them.
   * Null if the owner must not learn of the use; an upload without any other use doesn't count toward their storage.
   */
  readonly places: RawBuilder<unknown> | null;
}

/** Returns a SELECT for `places`, from `from`. It has only titles that the owner wrote. */
export const filePlace = (
  place: RawBuilder<unknown> | FilePlace,
  id: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  {
    message = sql`null`,
    title = sql`null`,
  }: { message?: RawBuilder<unknown>; title?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> =>
  sql`select ${typeof place === 'string' ? sql.lit(place) : place}::text as place, (${id})::text as id, (${message})::text as message,
    nullif((${title})::text, '') as title ${from}`;

/** What a calendar says of a thing beside its head, and how single dates of a series differ. */
export interface CalendarMore {
  /** Sanitized HTML. */
  readonly description: string;
  readonly address: string;
  /** Whether the person's time stays free, as set in a personal event. */
  readonly is_free?: boolean;
  /** By the start that the rule gives: that one was canceled, and words of its own. */
  readonly dates: Readonly<
    Record<
      string,
      {
        readonly is_canceled: boolean;
        readonly title: string | null;
        readonly location: string | null;
      }
    >
  > | null;
}

/** One thing of somebody's calendar, as a statement answers it: when it takes place is worked out from its series. */
export interface CalendarRow {
  readonly kind: CalendarKind;
  /** With `kind`, what the thing is known by. */
  readonly id: string;
  readonly title: string;
  readonly location: string | null;
  /** Where it stands in the web app, such as `/events/7`. */
  readonly url: string | null;
  readonly series: Series;
  /** The occurrences that concern the person, by the start that the rule gives; null for all of them. */
  readonly only: readonly string[] | null;
  /** Not yet sure: waitlisted, requested, maybe. */
  readonly is_tentative: boolean;
  readonly is_canceled: boolean;
  /** What calendars say of it beside, where there is anything. */
  readonly more: CalendarMore | null;
  /** How often it was changed: SEQUENCE of a calendar file. */
  readonly revision: number;
  readonly updated_at: Date;
}

/** What opens encrypted titles. */
export type TitleScope = Pick<Context, 'tokens'> & {
  readonly school: { readonly school_id: number };
};

/** Whose calendar is read that is nobody's own. */
export type CalendarPlace = { readonly club: number } | { readonly hub: number };

/** What of a feature stands in calendars. The calendar reads all parts in one statement. */
export interface CalendarPart {
  /**
   * A query that answers the columns of `CalendarRow`, in that order, of what concerns the person and may take place in the window:
   * a few rows too many do no harm. Its cost follows what the person has, not what the school has.
   */
  readonly rows: (
    me: number,
    window: { readonly from: Date; readonly to: Date },
  ) => RawBuilder<CalendarRow>;
  /**
   * A query of the same columns: what a club or hub puts on, as far as the person sees it, whether or not they take part. Only features
   * whose things clubs and hubs put on have one.
   */
  readonly ofPlace?: (
    me: number,
    place: CalendarPlace,
    window: { readonly from: Date; readonly to: Date },
  ) => RawBuilder<CalendarRow>;
  /** Where its titles are stored encrypted: opens one of somebody; null where it no longer opens. Ids of its rows begin with `prefix`. */
  readonly encrypted?: {
    readonly prefix: string;
    readonly title: (scope: TitleScope, person: number, title: string) => string | null;
  };
}

/** Files at addresses that carry their own proof. */
export interface Attachments {
  readonly path: string;
  readonly open: OpenAttachment;
}

/** What a feature brings to the server. `app.ts` lists the features; nothing else names them. */
export interface Feature {
  /** The folder's name. */
  readonly name: string;
  readonly personalData?: PersonalData;
  /** What answers its endpoints. */
  readonly handlers?: readonly Route[];
  /** Later work, by the event that causes it. */
  readonly jobs?: readonly EventHandler[];
  /** Removes what the feature keeps of somebody who is erased; runs in a transaction after theirs, perhaps twice. */
  readonly erase?: (db: Db, userId: number, now: Date) => Promise<unknown>;
  /** Work of every hour, school by school. */
  readonly maintenance?: readonly MaintenanceTask[];
  /** The same where it needs the stored files. */
  readonly maintenanceOfFiles?: (files: Files) => readonly MaintenanceTask[];
  /** Rooms of somebody whose socket has come, beside their own. */
  readonly liveRooms?: (context: Context) => Promise<readonly Room[]>;
  /** What sockets receive of events. */
  readonly liveSources?: readonly LiveSource[];
  /**
   * Asks its most frequent reads in the name of nobody, at no school. Each connection that is opened at start plans them so before
   * somebody waits for it.
   */
  readonly warmUp?: (db: Db) => Promise<unknown>;
  /** Which stored files its rows name; a file that nothing names is removed. */
  readonly fileReferences?: readonly FileReferences[];
  /** What of it can be reported to the moderators. */
  readonly reportTargets?: readonly ReportTarget[];
  /** What of it is submitted for approval. */
  readonly approvalKinds?: readonly ApprovalKind[];
  /** What of it stands in people's calendars. */
  readonly calendarParts?: readonly CalendarPart[];
  /** Which of its rows name uploads. */
  readonly uploadReferences?: readonly UploadReference[];
  /** Files it opens by address. */
  readonly attachments?: Attachments;
  /** What it answers to programs of others, at addresses that are no calls. */
  readonly documents?: readonly Documents[];
}

/** All later work of a feature: what it lists, and the erasure of people. */
export const featureJobs = ({ name, jobs = [], erase }: Feature): readonly EventHandler[] =>
  erase === undefined
    ? jobs
    : [
        ...jobs,
        onEvent(`${name}.forget-person`, 'person_erased', (scope, { userId }) =>
          transact(scope, ({ db, clock }) => erase(db, userId, clock.now()).then(() => undefined)),
        ),
      ];

/** Declares a feature. */
export const feature = (parts: Feature): Feature => parts;
