import type { LinkOptions } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { ClubEmail } from '#contract/club-emails/endpoints.ts';
import type { SenderEmailSummary } from '#contract/newsletters/sender-emails.ts';
import type { Newsletter } from '#contract/newsletters/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import type { LabelKey } from '../../lib/messages.ts';

/** An item in a list of school newsletters, or of emails from a club or about an event. */
export type Item = Omit<SenderEmailSummary, 'returned'> &
  Partial<Pick<SenderEmailSummary, 'returned'>>;

/** A newsletter, or an email from a club or about an event. `A` is the type of its audience. */
export interface Letter<A = unknown> extends Item {
  readonly blocks: Newsletter['blocks'];
  readonly audience: A;
  /** Absent if it is always sent by email too. */
  readonly byMail?: boolean;
  /** Absent if everyone who can see it has all permissions. */
  readonly can?: ClubEmail['can'];
}

/** The content of a draft. */
export type Draft<A> = Pick<Letter<A>, 'title' | 'summary' | 'blocks' | 'audience' | 'byMail'>;

export interface Page {
  readonly total: number;
  readonly items: readonly Item[];
  readonly can?: { readonly create: boolean };
}

/** An uploaded picture. */
export interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

interface Way {
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** The message keys of a desk. */
interface DeskWords {
  readonly title: LabelKey;
  readonly new: LabelKey;
  readonly none: LabelKey;
  readonly noneBody: LabelKey;
  /** The text if writing isn't possible now. */
  readonly noneReadOnly?: LabelKey;
  readonly back: LabelKey;
  readonly used: LabelKey;
  readonly deleted: LabelKey;
  readonly audienceBody: LabelKey;
  readonly returned?: Readonly<Record<'title' | NonNullable<Item['returned']>, LabelKey>>;
}

/** The configuration of the editor for school newsletters, for emails from a club, or for emails about an event. */
export interface Desk<A> {
  /** The texts that differ. */
  readonly words: DeskWords;
  /** The prefix of the keys of all list queries. */
  readonly listKey: readonly unknown[];
  readonly list: (pageOffset: number) => Promise<Page>;
  readonly key: (id: string) => readonly unknown[];
  readonly read: (id: string) => Promise<Letter<A>>;
  /** Creates an empty draft, or a copy. */
  readonly create: (like?: string) => Promise<Letter<A>>;
  readonly update: (id: string, version: number, draft: Draft<A>) => Promise<Letter<A>>;
  readonly schedule: (id: string, version: number, at: string | null) => Promise<Letter<A>>;
  readonly withdraw: (id: string) => Promise<Letter<A>>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly test: (id: string) => Promise<{ to: string }>;
  readonly reachKey: (audience: A) => readonly unknown[];
  readonly reach: (audience: A) => Promise<{ people: number; byMail: number }>;
  readonly upload: (file: Blob, way: Way) => Promise<Picture>;
  /** Links to an item or the list. */
  readonly link: (id?: string) => LinkOptions;
  readonly Audience: ComponentType<AudienceProps<A>>;
  /** Shows the recipients of a sent or scheduled item. */
  readonly Recipients?: ComponentType<{ audience: A }>;
}

export interface AudienceProps<A> {
  readonly letter: Letter<A>;
  readonly audience: A;
  readonly onChange: (audience: A) => void;
}

export const letterQuery = <A>(desk: Desk<A>, id: string) => ({
  queryKey: desk.key(id),
  queryFn: () => desk.read(id),
});

/** Stores a changed item in the cache and refetches the list. */
export function saveLetter<A>(desk: Desk<A>, next: Letter<A>): void {
  queryClient.setQueryData(desk.key(next.id), next);
  void queryClient.invalidateQueries({ queryKey: desk.listKey });
}
