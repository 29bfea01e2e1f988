/** A file that goes with a message. `fileId`: it has arrived at the server. */
export interface OutboxFile {
  readonly clientId: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly blob: Blob;
  readonly fileId: string | null;
}

/** Why a message is not sent. `isFinal`: trying again does not help by itself; somebody has to look at it. */
export interface OutboxFailure {
  readonly code: string;
  readonly message: string;
  readonly isFinal: boolean;
}

/** A message on its way, kept by the browser until the server has it for good. */
export interface OutboxEntry {
  /** Order of writing; given by the store. */
  readonly order: number;
  /** Also the message's id for ever: sending it twice makes one message. */
  readonly clientId: string;
  /** Whose message it is: another person at this browser neither sees nor sends it. */
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
