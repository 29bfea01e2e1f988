/** A file of a message. `fileId` is set once the server has the file. */
export interface OutboxFile {
  readonly clientId: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly blob: Blob;
  readonly fileId: string | null;
}

/** The reason why a message was not sent. With `isFinal`, an automatic retry won't help, so the user has to act. */
export interface OutboxFailure {
  readonly code: string;
  readonly message: string;
  readonly isFinal: boolean;
}

/** A message that the browser keeps until the server has stored it. */
export interface OutboxEntry {
  /** Position in writing order, assigned by the store. */
  readonly order: number;
  /** Also the message's permanent ID, so sending it twice creates one message. */
  readonly clientId: string;
  /** The author. Other users of this browser neither see nor send the message. */
  readonly owner: string;
  readonly conversation: string;
  readonly text: string;
  readonly replyTo: number | null;
  readonly forward: { readonly conversation: string; readonly seq: number } | null;
  readonly files: readonly OutboxFile[];
  /** ISO 8601, by the local clock. */
  readonly writtenAt: string;
  readonly tries: number;
  readonly failure: OutboxFailure | null;
}

export type NewEntry = Omit<OutboxEntry, 'order' | 'tries' | 'failure'>;
