import { sql, type RawBuilder } from 'kysely';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import type { PermissionOf } from '#contract/permissions.ts';
import type { ReportedSubject } from '#contract/reports/endpoints.ts';
import type { ReportKind } from '#contract/reports/kinds.ts';
import type { ReportedMessages } from '#contract/reports/endpoints.ts';
import type { FileUse, StorageType } from '#contract/storage/limits.ts';
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
 * The sections that a feature adds to a person's data export. Each is a subquery that returns a JSON array, or null for none. `name`: the
 * name of another person, as the exporting person can see it. The subquery selects the other person's row as `o`.
 */
export type PersonalData = (
  me: number,
  name: RawBuilder<string>,
) => Readonly<Record<string, RawBuilder<unknown>>>;

/** A reported item, as the moderators will see it. */
export interface ReportedItem {
  /** The person it concerns. Null if it concerns no one in particular. */
  readonly person: number | null;
  /** Omitted if the person's name identifies the item. */
  readonly title?: string;
  /** The content at the time of the report. */
  readonly evidence?: ReportedMessages;
  /** Files that are kept for the moderators. */
  readonly uploads?: readonly number[];
}

/** A type of item that people can report. */
export interface ReportTarget {
  readonly kind: ReportKind;
  /** Returns the item with an id, or throws if the caller can't see it. Runs in the transaction that stores the report. */
  readonly find: (call: Call, id: string) => Promise<ReportedItem>;
  /**
   * Returns what moderators see of these items now, by id. Permanently deleted items are missing. Without this function, a report shows its
   * title.
   */
  readonly describe?: (
    call: Call,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, ReportedSubject>>;
  /**
   * Hides the item with an id from everyone but moderators and the people who manage it (`at`), or shows it again (null). Returns its author
   * if that changed anything. Omitted for items with their own calls for this.
   */
  readonly hide?: (
    call: Call,
    id: string,
    at: Date | null,
  ) => Promise<{ readonly person: number | null } | undefined>;
}

/** Returns what moderators see of an item that they can hide from its report. */
export const hideableSubject = ({
  text,
  club,
  isHidden,
}: {
  readonly text: string;
  readonly club: number | null;
  readonly isHidden: boolean;
}): ReportedSubject => ({
  text,
  post: null,
  club: club === null ? null : String(club),
  isHidden,
  isClosed: false,
  isDeleted: false,
  can: { hide: true, close: false },
});

/** The content of a submission, as its reviewers see it. */
export interface ApprovalContent {
  readonly title: string;
  /** Its path in the web app. */
  readonly link: string | null;
  /** The club it is about. Without a club, approval managers review the steps that are assigned to a club position. */
  readonly club: number | null;
  /**
   * `key`: the web app shows the messages `approval_kind.<kind>.<key>` as the label and `approval_kind.<kind>.<key>.<value>` as the value,
   * if they exist. `before`: the value that the submission replaces.
   */
  readonly fields: readonly {
    readonly key?: string;
    readonly label: string;
    readonly value: string;
    readonly before?: string;
  }[];
}

/** A submission that was approved, denied, withdrawn, or returned for changes. */
export interface ApprovalOutcome {
  readonly submission: number;
  readonly subject: number;
  /** Null if the submitter's account was erased. */
  readonly submitter: number | null;
  /** The reviewer's comment on the decision. */
  readonly reason: string;
}
type OnOutcome = (context: Context, outcome: ApprovalOutcome) => Promise<void>;

/** The reviewers of a step: these people, or everyone who has a permission in the submission's club at the time of the decision. */
export type Reviewers = readonly number[] | { readonly inClub: PermissionOf<'club'> };

/**
 * A type of submission that goes through the school's approval steps (features/approvals). All functions run in the transaction of the
 * call.
 */
export interface ApprovalKind {
  /** The same value as in `contract/src/<feature>/approval-kinds.ts`. The web app's message for it is `approval_kind.<kind>`. */
  readonly kind: string;
  /** The English name, for API clients. */
  readonly name: string;
  /** True if submissions can be about a club, so that people with a position there can review them. */
  readonly isOfClub: boolean;
  /** Returns the current content. It is stored when the subject is submitted, and reviewers decide on the stored version. */
  readonly describe: (context: Context, subject: number) => Promise<ApprovalContent>;
  /**
   * Returns true if the caller can act for the submitter: see the submission, comment, withdraw it and submit it again. If omitted, only
   * the submitter can.
   */
  readonly canAct?: (context: Context, subject: number) => Promise<boolean>;
  /**
   * Returns the reviewers of a submitted subject, who review it in one step instead of the school's steps. Null if the school's steps
   * apply.
   */
  readonly reviewersOf?: (context: Context, subject: number) => Promise<Reviewers | null>;
  /** The school can’t set up steps, because `reviewersOf` always returns the reviewers. */
  readonly hasNoProcess?: true;
  /**
   * The notification for reviewers of a waiting submission. If omitted, approvals sends its own. An officer key applies to the submission's
   * club.
   */
  readonly notice?: { readonly key: NotificationKey; readonly kind: NotificationKind };
  /**
   * The notification about a denial, for these people and the submitter. If omitted, approvals sends its own to the submitter. An officer
   * key applies to the submission's club.
   */
  readonly denialNotice?: {
    readonly key: NotificationKey;
    readonly kind: NotificationKind;
    readonly people: (context: Context, subject: number) => Promise<readonly number[]>;
  };
  readonly onApproved: OnOutcome;
  readonly onDenied?: OnOutcome;
  readonly onChangesRequested?: OnOutcome;
  readonly onWithdrawn?: OnOutcome;
}

/** An item that a person wants to order. */
export interface OrderRequest {
  /** The id that the client sent: of a variant, a ticket type or a dues plan. */
  readonly item: string;
  readonly quantity: number;
  /** Further input, such as the event of a ticket. */
  readonly detail: Readonly<Record<string, string>>;
}

/** An item with its price for one buyer. */
export interface PricedItem {
  readonly item: number;
  readonly title: string;
  readonly quantity: number;
  readonly detail: Readonly<Record<string, string>>;
  /** The price of one unit in minor units, including tax. */
  readonly price: number;
  readonly currency: string;
  /** The tax that the price contains, in hundredths of a percent. */
  readonly taxBasisPoints: number;
  /** True if an officer hands it over, so that a paid order isn’t fulfilled yet. */
  readonly needsHandover: boolean;
  /** Units with another price, in a line of their own with the detail `guests`. */
  readonly guests?: { readonly quantity: number; readonly price: number };
}

/** An order, as the features whose items it contains see it. */
export interface OrderReference {
  readonly id: number;
  readonly club: number | null;
  /** Null after the account was erased. */
  readonly buyer: number | null;
  readonly expiresAt: Date;
}

/** A line of an order. */
export interface OrderedItem {
  readonly line: number;
  readonly item: number;
  readonly title: string;
  readonly quantity: number;
  readonly detail: Readonly<Record<string, string>>;
}

/**
 * A type of item that people can order (features/payments). All functions run in the transaction that changes the order, and its row is
 * locked, so an order is never paid and released at the same time. They lock their own rows in the order of ids.
 */
export interface OrderItemType {
  readonly kind: 'product' | 'ticket' | 'dues';
  /** Returns the items in the same order with the buyer’s prices. Throws if the buyer can’t order one of them in this club. */
  readonly price: (
    context: Context,
    order: { readonly club: number; readonly buyer: number },
    items: readonly OrderRequest[],
  ) => Promise<readonly PricedItem[]>;
  /**
   * Returns the buyer's pending order that a new order with these items replaces. Makes parallel orders of the buyer wait. Omitted if people
   * can have several pending orders of these items.
   */
  readonly replaced?: (
    context: Context,
    order: { readonly club: number; readonly buyer: number },
  ) => Promise<number | undefined>;
  /** Holds the items for the order, or throws `sold_out` or `per_person_limit`. */
  readonly reserve: (
    context: Context,
    order: OrderReference,
    items: readonly OrderedItem[],
  ) => Promise<void>;
  /** Gives held items back, because the order expired or was canceled. */
  readonly release: (
    context: Context,
    order: OrderReference,
    items: readonly OrderedItem[],
  ) => Promise<void>;
  /** Sells held items, because the order was paid. */
  readonly fulfill: (
    context: Context,
    order: OrderReference,
    items: readonly OrderedItem[],
  ) => Promise<void>;
  /**
   * Returns whether the buyer holds an item again that they or a host canceled. The order then neither ends nor is refunded. Omitted if people
   * can't get canceled items again.
   */
  readonly isKept?: (
    context: Context,
    order: OrderReference,
    canceled: { readonly event: string; readonly originals: readonly string[] | null },
  ) => Promise<boolean>;
  /** Handles a refund. `restocked`: the units that the officer put back for sale. */
  readonly refunded: (
    context: Context,
    order: OrderReference,
    items: readonly (OrderedItem & { readonly restocked: number })[],
    isWhole: boolean,
  ) => Promise<void>;
}

/** Places an order of the caller for a ticket, and returns its id. It runs in the call's transaction. */
export type PlaceOrder = (
  call: Call,
  order: {
    readonly club: number;
    readonly ticket: {
      readonly event: string;
      readonly ticketKind: string;
      readonly occurrence?: string;
    };
  },
) => Promise<number>;

/** A ticket of an order whose registration was canceled. */
export interface CanceledTicket {
  readonly order: number;
  readonly event: string;
  readonly original: string;
  /** Who canceled the registration. */
  readonly by: 'person' | 'host';
}

/** Refunds a ticket of a paid order in the transaction that canceled its registration. The order is locked. */
export type RefundTicket = (context: Context, ticket: CanceledTicket) => Promise<void>;

/** A use of uploads by a feature. Statements call the upload `f`. */
export interface UploadReference {
  /** The part before the holder's id in the addresses of the files. */
  readonly kind: string;
  /** True if any row uses the upload. Uploads that nothing uses within a day are deleted. */
  readonly isUsed: RawBuilder<boolean>;
  /** Returns a condition that is true if a holder (a conversation, a club) has the upload. Otherwise its address opens nothing. */
  readonly isReferencedBy: (holder: number) => RawBuilder<boolean>;
  /** The type under which the school's storage counts the upload. */
  readonly storageType: StorageType;
  /**
   * Selects `place`, `id`, `message` and `title` of the items that use the upload, as `GET /api/v1/storage/files` returns them.
   * Null if the owner must not learn of the use; an upload without any other use doesn't count toward their storage.
   */
  readonly uses: RawBuilder<unknown> | null;
}

/** Returns a SELECT for `uses`, from `from`. It has only titles that the owner wrote. */
export const selectFileUse = (
  place: RawBuilder<unknown> | FileUse,
  id: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  {
    message = sql`null`,
    title = sql`null`,
  }: { message?: RawBuilder<unknown>; title?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> =>
  sql`select ${typeof place === 'string' ? sql.lit(place) : place}::text as place, (${id})::text as id, (${message})::text as message,
    nullif((${title})::text, '') as title ${from}`;

/** Additional details of a calendar item, and the differences between single dates of a series. */
export interface CalendarDetails {
  /** Sanitized HTML. */
  readonly description: string;
  readonly address: string;
  /** True if the item leaves the person's time free, as set in a personal event. */
  readonly is_free?: boolean;
  /** Changes of single dates, by the start that the rule gives: a cancellation, or a different title or location. */
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

/** A calendar item of a person, as a statement returns it. Its dates are computed from its series. */
export interface CalendarRow {
  readonly kind: CalendarKind;
  /** Identifies the item together with `kind`. */
  readonly id: string;
  readonly title: string;
  readonly location: string | null;
  /** Its path in the web app, such as `/events/7`. */
  readonly url: string | null;
  readonly series: Series;
  /** The occurrences that concern the person, by the start that the rule gives. Null for all occurrences. */
  readonly only: readonly string[] | null;
  /** Not yet confirmed: waitlisted, requested or maybe. */
  readonly is_tentative: boolean;
  readonly is_canceled: boolean;
  /** Additional details, or null if there are none. */
  readonly more: CalendarDetails | null;
  /** The number of changes. Calendar files contain it as SEQUENCE. */
  readonly revision: number;
  readonly updated_at: Date;
}

/** The parts of a context that are required to decrypt titles. */
export type TitleScope = Pick<Context, 'tokens'> & {
  readonly school: { readonly school_id: number };
};

/** The club or hub that a calendar belongs to. */
export type CalendarHost = { readonly club: number } | { readonly hub: number };

/** A feature's contribution to calendars. The calendar reads all parts in one statement. */
export interface CalendarPart {
  /**
   * Returns a query with the columns of `CalendarRow`, in that order. It selects items that concern the person and can take place in the
   * window; a few extra rows do no harm. Its cost depends on the amount of the person's data, not the school's.
   */
  readonly rows: (
    me: number,
    window: { readonly from: Date; readonly to: Date },
  ) => RawBuilder<CalendarRow>;
  /**
   * Returns a query with the same columns for items that a club or hub hosts and the person can see, even if they don't take part. Only
   * features with items hosted by clubs and hubs have it.
   */
  readonly ofHost?: (
    me: number,
    place: CalendarHost,
    window: { readonly from: Date; readonly to: Date },
  ) => RawBuilder<CalendarRow>;
  /**
   * Required if titles are stored encrypted. `title` decrypts a title of a person, or returns null if it can no longer be decrypted. Ids of
   * these rows start with `prefix`.
   */
  readonly encrypted?: {
    readonly prefix: string;
    readonly title: (scope: TitleScope, person: number, title: string) => string | null;
  };
}

/** Files whose addresses contain a proof of access. */
export interface Attachments {
  readonly path: string;
  readonly open: OpenAttachment;
}

/** The parts of a feature. `app.ts` lists all features; no other file refers to them. */
export interface Feature {
  /** The name of the feature's folder. */
  readonly name: string;
  readonly personalData?: PersonalData;
  /** Handlers of its endpoints. */
  readonly handlers?: readonly Route[];
  /** Handlers of outbox events. */
  readonly jobs?: readonly EventHandler[];
  /** Deletes the feature's data about an erased person. Runs in a transaction after the erasure, possibly twice. */
  readonly erase?: (db: Db, userId: number, now: Date) => Promise<unknown>;
  /** Hourly tasks, run for one school after another. */
  readonly maintenance?: readonly MaintenanceTask[];
  /** Hourly tasks that need the stored files. */
  readonly maintenanceOfFiles?: (files: Files) => readonly MaintenanceTask[];
  /** Returns the rooms that a person's socket joins when it connects, in addition to the person's own rooms. */
  readonly liveRooms?: (context: Context) => Promise<readonly Room[]>;
  /** The data that sockets receive about events. */
  readonly liveSources?: readonly LiveSource[];
  /**
   * Runs the feature's most frequent queries without a person or a school. Each connection that is opened at startup plans them this way
   * before a request needs it.
   */
  readonly warmUp?: (db: Db) => Promise<unknown>;
  /** The stored files that its rows use. Files that nothing uses are deleted. */
  readonly fileReferences?: readonly FileReferences[];
  /** Its items that people can report to the moderators. */
  readonly reportTargets?: readonly ReportTarget[];
  /** Its items that people submit for approval. */
  readonly approvalKinds?: readonly ApprovalKind[];
  /** Its items that people can order and pay for. */
  readonly orderItems?: readonly OrderItemType[];
  /** Its items in people's calendars. */
  readonly calendarParts?: readonly CalendarPart[];
  /** Its rows that use uploads. */
  readonly uploadReferences?: readonly UploadReference[];
  /** Files that it opens by address. */
  readonly attachments?: Attachments;
  /** Documents for other programs, at addresses outside the API. */
  readonly documents?: readonly Documents[];
}

/** Returns a feature's event handlers, including the one that erases people's data. */
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
