import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { webAddress } from '#contract/newsletters/limits.ts';
import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { parseHtml, writeHtml } from '../rich-text/rich-document.ts';
import {
  saveEmail,
  type EmailEditorConfig,
  type Draft,
  type EmailDetails,
} from './email-editor-config.ts';

const normalizedBlock = (block: NewsletterBlock): NewsletterBlock =>
  block.kind === 'text' ? { ...block, html: writeHtml(parseHtml(block.html)) } : block;

const waitMs = 800;

/** Returns the draft without unfinished blocks, which can't be saved yet. */
const keepable = <A>(draft: Draft<A>): Draft<A> => ({
  ...draft,
  title: draft.title.trim(),
  summary: draft.summary.trim(),
  blocks: draft.blocks.filter(
    (block) =>
      (block.kind !== 'heading' || block.text.trim() !== '') &&
      (block.kind !== 'button' || (block.label.trim() !== '' && webAddress.test(block.url))),
  ),
});

/**
 * A draft that saves automatically: shortly after the last change, one call at a time, each with the previous version. It
 * never overwrites someone else's change; after a conflict, it stops saving until the page is reloaded.
 */
export function useDraft<A>(config: EmailEditorConfig<A>, stored: EmailDetails<A>) {
  const { title, summary, blocks, audience, byMail } = stored;
  // Normalized to the editor's format, so that opening a draft doesn't count as a change.
  const [draft, setDraft] = useState<Draft<A>>(() => ({
    title,
    summary,
    blocks: blocks.map(normalizedBlock),
    audience,
    ...(byMail !== undefined && { byMail }),
  }));
  const version = useRef(stored.version);
  const [kept, setKept] = useState(draft);
  const save = useMutation({
    // Saves run one at a time, because each needs the version that the previous one returned.
    scope: { id: `newsletter ${stored.id}` },
    mutationFn: (what: Draft<A>) => config.update(stored.id, version.current, keepable(what)),
    onSuccess(next, what) {
      version.current = next.version;
      setKept(what);
      saveEmail(config, next);
    },
  });
  const isDirty = draft !== kept;
  const put = useEffectEvent(() => save.mutate(draft));
  useEffect(() => {
    if (!isDirty || save.isPending || save.isError) return;
    const timer = setTimeout(put, waitMs);
    return () => clearTimeout(timer);
  }, [draft, isDirty, save.isPending, save.isError]);
  return {
    draft,
    change: (part: Partial<Draft<A>>) => setDraft((now) => ({ ...now, ...part })),
    state: save.isError ? ('failed' as const) : isDirty ? ('saving' as const) : ('saved' as const),
    error: save.error,
    retry: () => save.mutate(draft),
    /** Saves pending changes and returns the version. */
    flush: async (): Promise<number> => {
      if (isDirty) await save.mutateAsync(draft);
      return version.current;
    },
  };
}

export type Work<A> = ReturnType<typeof useDraft<A>>;
