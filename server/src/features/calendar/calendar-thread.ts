import { runTasks } from '../../kernel/thread-work.ts';
import type { Tokens } from '../../kernel/security/tokens.ts';
import { TimeError } from '../../kernel/time/time-error.ts';
import { davAnswer, type DavFiles, type DavInput, type DavResult } from './dav/dav-answers.ts';
import { readDavEntry, type PutInput, type PutResult } from './dav/dav-entries.ts';
import { planEdit, type EditInput, type EditPlan } from './entries/entry-edits.ts';
import { icsOfRows, type IcsFile } from './ics-files.ts';
import { preparedCalendar, type PreparedCalendar } from './subscriptions/subscribed-events.ts';
import { asTimeProblem } from './time-problems.ts';
import { isSameTag, tagOfRows } from './calendar-tags.ts';

/* Runs in the thread that calendar-files.ts opens. */

export type { DavResult };

export interface ReadTask {
  readonly kind: 'read';
  readonly bytes: Uint8Array;
  /** Charset from the Content-Type of the response or upload. */
  readonly charset: string | undefined;
  readonly now: Date;
}

/** Signatures of UIDs by subject. */
type Uids = ReadonlyMap<string, string>;

export interface FeedTask {
  readonly kind: 'feed';
  readonly file: Omit<IcsFile, 'tokens'>;
  readonly uids: Uids;
  /** Anything else that changes the file, for the ETag. */
  readonly mark: unknown;
  readonly match: string | undefined;
}

export interface FeedResult {
  readonly etag: string;
  /** Null if the client already has this file. */
  readonly body: string | null;
}

export interface DavTask {
  readonly kind: 'dav';
  readonly files: Untokened<DavFiles>;
  readonly uids: Uids;
  readonly input: DavInput;
}

/** The files of a task. The thread adds the signatures. */
type Untokened<T> = {
  readonly [K in keyof T]: K extends 'campus' | 'personal'
    ? Omit<IcsFile, 'tokens' | 'name'> | null
    : T[K];
};

export interface PutTask extends PutInput {
  readonly kind: 'put';
}

export interface EditTask extends EditInput {
  readonly kind: 'edit';
}

export interface Tasks {
  readonly read: { readonly task: ReadTask; readonly result: PreparedCalendar };
  readonly feed: { readonly task: FeedTask; readonly result: FeedResult };
  readonly dav: { readonly task: DavTask; readonly result: DavResult };
  readonly put: { readonly task: PutTask; readonly result: PutResult };
  readonly edit: { readonly task: EditTask; readonly result: EditPlan };
}

const tokensOf = (uids: Uids): Pick<Tokens, 'addressSignature'> => ({
  addressSignature: (about) => uids.get(about) ?? '',
});

const feed = ({ file, uids, mark, match }: FeedTask): FeedResult => {
  const etag = tagOfRows(file.rows, mark);
  if (isSameTag(match, etag)) return { etag, body: null };
  return { etag, body: icsOfRows({ ...file, tokens: tokensOf(uids) }) };
};

const dav = ({ input, files, uids }: DavTask): DavResult => {
  const tokens = tokensOf(uids);
  return davAnswer(input, {
    ...files,
    campus: files.campus && { ...files.campus, tokens },
    personal: files.personal && { ...files.personal, tokens },
  });
};

type Task = Tasks[keyof Tasks]['task'];

const work = (task: Task): Tasks[keyof Tasks]['result'] => {
  if (task.kind === 'read') return preparedCalendar(task.bytes, task.now, task.charset);
  if (task.kind === 'feed') return feed(task);
  if (task.kind === 'edit') return planEdit(task);
  return task.kind === 'put' ? readDavEntry(task) : dav(task);
};

runTasks((task: Task) => {
  try {
    return work(task);
  } catch (error) {
    throw error instanceof TimeError ? asTimeProblem(error) : error;
  }
});
