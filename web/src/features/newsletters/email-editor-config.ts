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
export interface EmailDetails<A = unknown> extends Item {
  readonly blocks: Newsletter['blocks'];
  readonly audience: A;
  /** Absent if it is always sent by email too. */
  readonly byMail?: boolean;
  /** Absent if everyone who can see it has all permissions. */
  readonly can?: ClubEmail['can'];
}

/** The content of a draft. */
export type Draft<A> = Pick<
  EmailDetails<A>,
  'title' | 'summary' | 'blocks' | 'audience' | 'byMail'
>;

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

interface UploadOptions {
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** The message keys of an email editor. */
interface EditorTexts {
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
export interface EmailEditorConfig<A> {
  /** The texts that differ. */
  readonly texts: EditorTexts;
  /** The prefix of the keys of all list queries. */
  readonly listKey: readonly unknown[];
  readonly list: (pageOffset: number) => Promise<Page>;
  readonly key: (id: string) => readonly unknown[];
  readonly read: (id: string) => Promise<EmailDetails<A>>;
  /** Creates an empty draft, or a copy. */
  readonly create: (copyOf?: string) => Promise<EmailDetails<A>>;
  readonly update: (id: string, version: number, draft: Draft<A>) => Promise<EmailDetails<A>>;
  readonly schedule: (id: string, version: number, at: string | null) => Promise<EmailDetails<A>>;
  readonly withdraw: (id: string) => Promise<EmailDetails<A>>;
  readonly remove: (id: string) => Promise<unknown>;
  readonly test: (id: string) => Promise<{ to: string }>;
  readonly audienceSizeKey: (audience: A) => readonly unknown[];
  readonly getAudienceSize: (audience: A) => Promise<{ people: number; byMail: number }>;
  readonly upload: (file: Blob, way: UploadOptions) => Promise<Picture>;
  /** Links to an item or the list. */
  readonly link: (id?: string) => LinkOptions;
  readonly Audience: ComponentType<AudienceProps<A>>;
  /** Shows the recipients of a sent or scheduled item. */
  readonly Recipients?: ComponentType<{ audience: A }>;
}

export interface AudienceProps<A> {
  readonly email: EmailDetails<A>;
  readonly audience: A;
  readonly onChange: (audience: A) => void;
}

export const emailQuery = <A>(config: EmailEditorConfig<A>, id: string) => ({
  queryKey: config.key(id),
  queryFn: () => config.read(id),
});

/** Stores a changed item in the cache and refetches the list. */
export function saveEmail<A>(config: EmailEditorConfig<A>, next: EmailDetails<A>): void {
  queryClient.setQueryData(config.key(next.id), next);
  void queryClient.invalidateQueries({ queryKey: config.listKey });
}
