import { readStored, writeStored } from '../../../lib/stored.ts';

/** What is being written in a conversation, as long as the server does not have it. */
export interface LocalDraft {
  readonly text: string;
  /** What may stand at the server by this device's doing: what stood there when this was begun, and what was sent there since. */
  readonly known: readonly string[];
}

/** Drafts of people who use this device, each person's apart. */
export interface DraftStore {
  all(owner: string): Readonly<Record<string, LocalDraft>>;
  /** Null: the server has it. */
  put(owner: string, conversation: string, draft: LocalDraft | null): void;
  clear(owner: string): void;
}

const keyOf = (owner: string) => `chat-drafts/${owner}`;

const isDraft = (value: unknown): value is LocalDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'known' in value &&
  Array.isArray(value.known);

const read = (text: string | null): Record<string, LocalDraft> => {
  if (text === null) return {};
  try {
    const found: unknown = JSON.parse(text);
    return Object.fromEntries(
      Object.entries(found as object).filter((one): one is [string, LocalDraft] => isDraft(one[1])),
    );
  } catch {
    return {};
  }
};

/** In the browser's storage, which is written at once, also by a tab that is being closed; where there is none or it is full, in the tab's memory. */
export const openDraftStore = (): DraftStore => {
  const memory = new Map<string, string>();
  const get = (owner: string) => read(memory.get(owner) ?? readStored(keyOf(owner)));
  const set = (owner: string, drafts: Record<string, LocalDraft>) => {
    const text = Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts);
    writeStored(keyOf(owner), text);
    if (text === null || readStored(keyOf(owner)) === text) memory.delete(owner);
    else memory.set(owner, text);
  };
  return {
    all: get,
    put: (owner, conversation, draft) => {
      const { [conversation]: _, ...others } = get(owner);
      set(owner, draft === null ? others : { ...others, [conversation]: draft });
    },
    clear: (owner) => set(owner, {}),
  };
};
