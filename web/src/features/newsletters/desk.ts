import type { LinkOptions } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { ClubEmail } from '#contract/club-emails/endpoints.ts';
import type { SenderEmailSummary } from '#contract/newsletters/sender-emails.ts';
import type { Newsletter } from '#contract/newsletters/endpoints.ts';
import { queryClient } from '../../lib/call.ts';
import type { LabelKey } from '../../lib/messages.ts';

/** What stands in a list of newsletters of the school, or of e-mails of a club or about an event. */
export type Item = Omit<SenderEmailSummary, 'returned'> &
  Partial<Pick<SenderEmailSummary, 'returned'>>;

/** A newsletter of the school, or an e-mail of a club or about an event; `A`: whom it goes to. */
export interface Letter<A = unknown> extends Item {
  readonly blocks: Newsletter['blocks'];
  readonly audience: A;
  /** Absent where it always goes by mail, too. */
  readonly byMail?: boolean;
  /** Absent where whoever sees it may do everything. */
  readonly can?: ClubEmail['can'];
}

/** What is written in a draft. */
export type Draft<A> = Pick<Letter<A>, 'title' | 'summary' | 'blocks' | 'audience' | 'byMail'>;

export interface Page {
  readonly total: number;
  readonly items: readonly Item[];
  readonly can?: { readonly create: boolean };
}

/** A picture that was put. */
export interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

interface Way {
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** Keys of the words of a desk. */
interface DeskWords {
  readonly title: LabelKey;
  readonly new: LabelKey;
  readonly none: LabelKey;
  readonly noneBody: LabelKey;
  /** Where nothing can be written now. */
  readonly noneReadOnly?: LabelKey;
  readonly back: LabelKey;
  readonly used: LabelKey;
  readonly deleted: LabelKey;
  readonly audienceBody: LabelKey;
  readonly returned?: Readonly<Record<'title' | NonNullable<Item['returned']>, LabelKey>>;
}

/** Where newsletters are written and sent: those of the school, the e-mails of one club, or those about one event. */
export interface Desk<A> {
  /** Words that differ. */
  readonly words: DeskWords;
  /** Begins the keys of all queries that list. */
  readonly listKey: readonly unknown[];
  readonly list: (pageOffset: number) => Promise<Page>;
  readonly key: (id: string) => readonly unknown[];
  readonly read: (id: string) => Promise<Letter<A>>;
  /** Empty, or like another one. */
  readonly create: (like?: string) => Promise<Letter<A>>;
  readonly update: (id: string, version: number, draft: Draft<A>) => Promise<Letter<A>>;
  readonly schedule: (id: string, version: number, at: string | null) => Promise<Letter<A>>;
  readonly withdraw: (id: string) => Promise<Letter<A>>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly test: (id: string) => Promise<{ to: string }>;
  readonly reachKey: (audience: A) => readonly unknown[];
  readonly reach: (audience: A) => Promise<{ people: number; byMail: number }>;
  readonly upload: (file: Blob, way: Way) => Promise<Picture>;
  /** Where one is open, or all are listed. */
  readonly link: (id?: string) => LinkOptions;
  readonly Audience: ComponentType<AudienceProps<A>>;
  /** Whom one that is sent, or waits for its time, is for. */
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

/** Where one that has changed is kept; the list asks anew. */
export function saveLetter<A>(desk: Desk<A>, next: Letter<A>): void {
  queryClient.setQueryData(desk.key(next.id), next);
  void queryClient.invalidateQueries({ queryKey: desk.listKey });
}
