import { readStored, writeStored } from '../../../lib/stored.ts';

/** The draft of a conversation that the server doesn't have yet. */
export interface LocalDraft {
  readonly text: string;
  /**
   * Texts that the server may have from this device: its version when the draft was started, and everything sent
   * since.
   */
  readonly known: readonly string[];
}

/** Stores the drafts of everyone who uses this device, separated by user. */
export interface DraftStore {
  all(owner: string): Readonly<Record<string, LocalDraft>>;
  /** Null removes the draft, because the server has it. */
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

/**
 * Uses localStorage, which writes synchronously, even in a tab that is closing. If it is missing or full, drafts stay
 * in memory.
 */
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
